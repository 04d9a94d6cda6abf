import { Button, Group, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useClient } from 'urql';
import { object, type output } from 'zod/mini';
import {
  DeleteMemoriesDocument,
  PreviewDeletionDocument,
  type DeleteMemoriesInput,
  type PreviewDeletionQuery,
} from '../../../../client/generated/graphql';
import { toFailure } from '../../api/failure';
import { runMutation } from '../../api/run-mutation';
import { Form } from '../../components/form';
import { noOwners, OwnerFields, ownerRules, toOwners } from '../../components/owner-fields';
import { optionalJsonObject } from '../../components/rules';
import { Section } from '../../components/section';
import { showToast } from '../../components/toast';
import { useSchemaForm } from '../../components/use-schema-form';
import { Preview } from './preview';
import { deletionsTexts as words } from '../../texts/deletions';

interface Props {
  readonly projectId: string | null;
  onAccepted(): void;
}

interface Found {
  readonly input: DeleteMemoriesInput;
  readonly preview: PreviewDeletionQuery['previewDeletion'];
}

const schema = object({ ...ownerRules, metadata: optionalJsonObject });
const initialValues = { ...noOwners, metadata: '' };

/** Selects memories, previews the deletion, and starts it on confirmation. */
export function NewDeletion({ projectId, onAccepted }: Props) {
  const client = useClient();
  const [found, setFound] = useState<Found | null>(null);
  const preview = async ({ metadata, ...owners }: output<typeof schema>) => {
    const chosen = { ...toOwners(owners), ...(metadata && { metadata }) };
    setFound(null);
    if (Object.keys(chosen).length === 0) return { message: words.fieldMissing, fields: {} };
    const input: DeleteMemoriesInput = { projectId, ...chosen };
    const { data, error } = await client.query(PreviewDeletionDocument, { input }, { requestPolicy: 'network-only' });
    if (data) setFound({ input, preview: data.previewDeletion });
    return error ? toFailure(error) : null;
  };
  const form = useSchemaForm({ schema, initialValues, onSubmit: preview });
  const remove = async () => {
    if (!found) return null;
    const { failure } = await runMutation(client, DeleteMemoriesDocument, { input: found.input });
    if (failure) return failure.message;
    showToast(words.started);
    setFound(null);
    form.setInitialValues(initialValues);
    form.reset();
    onAccepted();
    return null;
  };
  return (
    <Section title={words.deleteMemories} description={words.newDeletionHint}>
      <div onChange={() => setFound(null)}>
        <Form form={form}>
          <OwnerFields form={form} />
          <Textarea
            {...form.getInputProps('metadata')}
            label={words.metadata}
            description={words.metadataHint}
            autosize
          />
          <Group>
            <Button type="submit" loading={form.submitting}>
              {words.preview}
            </Button>
          </Group>
        </Form>
      </div>
      {found && <Preview preview={found.preview} remove={remove} />}
    </Section>
  );
}
