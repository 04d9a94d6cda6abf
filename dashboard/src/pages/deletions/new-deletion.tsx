import { Alert, Button, Group, Stack, Textarea } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { useClient } from 'urql';
import {
  DeleteMemoriesDocument,
  PreviewDeletionDocument,
  type DeleteMemoriesInput,
  type PreviewDeletionQuery,
} from '../../../../client/generated/graphql';
import { runMutation } from '../../api/run-mutation';
import { toFailure, type Failure } from '../../api/failure';
import { readJsonObject, OwnerFields, readOwners } from '../../components/owner-fields';
import { Section } from '../../components/section';
import { Preview } from './preview';
import { showToast } from '../../components/toast';

interface Props {
  readonly projectId: string | null;
  onAccepted(): void;
}
interface Found {
  readonly input: DeleteMemoriesInput;
  readonly preview: PreviewDeletionQuery['previewDeletion'];
}

/** Selects memories, previews the deletion, and starts it on confirmation. */
export function NewDeletion({ projectId, onAccepted }: Props) {
  const client = useClient();
  const [failure, setFailure] = useState<Failure | null>(null);
  const [found, setFound] = useState<Found | null>(null);
  const [generation, setGeneration] = useState(0);
  const preview = async (form: FormData) => {
    const metadata = readJsonObject(form, 'metadata');
    const input: DeleteMemoriesInput = { projectId, ...readOwners(form), ...(metadata && { metadata }) };
    setFound(null);
    if (metadata === null)
      return setFailure({
        message: 'Fix the highlighted fields.',
        fields: { metadata: 'It must be a JSON object, as {"plan": "trial"}.' },
      });
    if (Object.keys(input).length === 1)
      return setFailure({ message: 'Fill in at least one field. * matches any ID.', fields: {} });
    const { data, error } = await client.query(PreviewDeletionDocument, { input }, { requestPolicy: 'network-only' });
    setFailure(error ? toFailure(error) : null);
    if (data) setFound({ input, preview: data.previewDeletion });
  };
  const remove = async () => {
    if (!found) return null;
    const { failure: refused } = await runMutation(client, DeleteMemoriesDocument, { input: found.input });
    if (refused) return refused.message;
    showToast('Deletion started. The memories are no longer visible.');
    setFound(null);
    setGeneration((count) => count + 1);
    onAccepted();
    return null;
  };
  return (
    <Section title="Delete memories" description="Deletes memories that match all fields. You see a preview first.">
      <Form key={generation} failure={failure} onPreview={preview} onChange={() => setFound(null)} />
      {found && <Preview preview={found.preview} remove={remove} />}
    </Section>
  );
}

function Form({
  failure,
  onPreview,
  onChange,
}: {
  failure: Failure | null;
  onPreview: (form: FormData) => Promise<void>;
  onChange: () => void;
}) {
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setBusy(true);
    await onPreview(form);
    setBusy(false);
  };
  return (
    <form onSubmit={(event) => void submit(event)} onChange={onChange}>
      <Stack gap="sm">
        {failure && (
          <Alert color="red" role="alert">
            {failure.message}
          </Alert>
        )}
        <OwnerFields errors={failure?.fields ?? {}} />
        <Textarea
          name="metadata"
          label="Metadata"
          description='A JSON object that the metadata contain, as {"plan": "trial"}.'
          autosize
          error={failure?.fields.metadata}
        />
        <Group>
          <Button type="submit" variant="light" loading={isBusy}>
            Preview
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
