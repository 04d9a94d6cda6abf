import { Button, Group } from '@mantine/core';
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
import { toConditionFilter } from '../../components/condition-filter';
import { conditionRules, MemoryConditions, noConditions } from '../../components/memory-conditions';
import { toOwners } from '../../components/owner-fields';
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
  /** The fields of which this is the preview, as JSON. */
  readonly fields: string;
  readonly input: DeleteMemoriesInput;
  readonly preview: PreviewDeletionQuery['previewDeletion'];
}

const schema = object(conditionRules);

/** Selects memories, previews the deletion, and starts it on confirmation. */
export function NewDeletion({ projectId, onAccepted }: Props) {
  const client = useClient();
  const [found, setFound] = useState<Found | null>(null);
  const preview = async ({ metadata, ...values }: output<typeof schema>) => {
    const filter = toConditionFilter(values);
    const chosen = { ...toOwners(values), ...(metadata && { metadata }), ...(filter && { filter }) };
    setFound(null);
    if (Object.keys(chosen).length === 0) return { message: words.fieldMissing, fields: {} };
    const input: DeleteMemoriesInput = { projectId, ...chosen };
    const { data, error } = await client.query(PreviewDeletionDocument, { input }, { requestPolicy: 'network-only' });
    if (data) setFound({ fields: JSON.stringify(form.values), input, preview: data.previewDeletion });
    return error ? toFailure(error) : null;
  };
  const form = useSchemaForm({ schema, initialValues: noConditions, onSubmit: preview });
  const remove = async () => {
    if (!found) return null;
    const { failure } = await runMutation(client, DeleteMemoriesDocument, { input: found.input });
    if (failure) return failure.message;
    showToast(words.started);
    setFound(null);
    form.setInitialValues(noConditions);
    form.reset();
    onAccepted();
    return null;
  };
  return (
    <Section title={words.deleteMemories} description={words.newDeletionHint}>
      <Form form={form}>
        <MemoryConditions form={form} />
        <Group>
          <Button type="submit" loading={form.submitting}>
            {words.preview}
          </Button>
        </Group>
      </Form>
      {found?.fields === JSON.stringify(form.values) && <Preview preview={found.preview} remove={remove} />}
    </Section>
  );
}
