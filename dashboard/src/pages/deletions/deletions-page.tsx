import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useClient } from 'urql';
import { object, type output } from 'zod/mini';
import {
  DeleteMemoriesDocument,
  PreviewDeletionDocument,
  type DeleteMemoriesInput,
  type PreviewDeletionQuery,
} from '../../api/graphql';
import { toFailure } from '../../api/failure';
import { runMutation } from '../../api/run-mutation';
import { toConditionFilter } from '../../components/condition-filter';
import { Confirm } from '../../components/confirm';
import { Form } from '../../components/form';
import { conditionRules, MemoryConditions, noConditions } from '../../components/memory-conditions';
import { toOwners } from '../../components/owner-fields';
import { PageHeader } from '../../components/page-header';
import { Section } from '../../components/section';
import { showToast } from '../../components/toast';
import { useSchemaForm } from '../../components/use-schema-form';
import { useProjectPermission } from '../../shell/permissions';
import { useProjectId } from '../../shell/project';
import { deletionsTexts as words } from '../../texts/deletions';
import { MemoryTable } from '../memories/memory-table';
import { Receipts, useDeletions } from './receipts';

/** Deletes many memories after a preview, and lists deletion receipts. */
export function DeletionsPage() {
  const projectId = useProjectId();
  return <ProjectDeletions key={projectId} projectId={projectId} />;
}

function ProjectDeletions({ projectId }: { projectId: string }) {
  const canDelete = useProjectPermission(projectId, 'MEMORY_DELETE');
  const query = useDeletions(projectId);
  return (
    <>
      <PageHeader title={words.deletions} description={words.description} />
      {canDelete && <NewDeletion projectId={projectId} onAccepted={query.again} />}
      <Receipts query={query} />
    </>
  );
}

interface Found {
  /** The fields of which this is the preview, as JSON. */
  readonly fields: string;
  readonly input: DeleteMemoriesInput;
  readonly preview: PreviewDeletionQuery['previewDeletion'];
}

const schema = object(conditionRules);

/** Selects memories, previews the deletion, and starts it on confirmation. */
function NewDeletion({ projectId, onAccepted }: { projectId: string; onAccepted: () => void }) {
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
      <Form form={form} action={words.preview}>
        <MemoryConditions form={form} />
      </Form>
      {found?.fields === JSON.stringify(form.values) && <Preview preview={found.preview} remove={remove} />}
    </Section>
  );
}

interface PreviewProps {
  readonly preview: PreviewDeletionQuery['previewDeletion'];
  /** @returns an error message, or null on success */
  remove(): Promise<string | null>;
}

/** Shows how many memories would be deleted, with a sample. */
function Preview({ preview: { memoryCount: count, sample }, remove }: PreviewProps) {
  const [isAsking, setAsking] = useState(false);
  const what = words.countMemories(count);
  return (
    <Paper component="section" withBorder p="md" mt="md" aria-label={words.preview}>
      <Stack>
        <Group justify="space-between">
          <Text fw={600} role="status">
            {count === 0 ? words.noMemoryFits : words.whatWouldBeDeleted(what)}
          </Text>
          {count > 0 && (
            <Button color="red" onClick={() => setAsking(true)}>
              {words.confirmAction(what)}
            </Button>
          )}
        </Group>
        {count > 0 && sample.length < count && <p className="t3">{words.sampleHint(sample.length)}</p>}
        {count > 0 && <MemoryTable memories={sample} />}
      </Stack>
      <Confirm
        opened={isAsking}
        title={words.deleteWhat(what)}
        action={words.confirmAction(what)}
        word={`delete ${count}`}
        onConfirm={remove}
        onClose={() => setAsking(false)}
      >
        {words.confirmWarning}
      </Confirm>
    </Paper>
  );
}
