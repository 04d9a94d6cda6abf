import { Fieldset, Stack, Switch, Textarea } from '@mantine/core';
import { boolean, enum as oneOf, object, type input, type output } from 'zod/mini';
import { CreateExportDocument, ExportsDocument, type CreateExportInput, type EntityIdFilter } from '../../api/graphql';
import { AddButton } from '../../components/add-button';
import { toChoices } from '../../components/choices';
import { toConditionFilter } from '../../components/condition-filter';
import { exportSample } from '../../components/curl-samples';
import { EmptyState } from '../../components/empty-state';
import { MutationDialog } from '../../components/form-dialog';
import { conditionRules, MemoryConditions, noConditions } from '../../components/memory-conditions';
import { toOwners } from '../../components/owner-fields';
import { PageHeader } from '../../components/page-header';
import { PagedList, useListQuery } from '../../components/paged-list';
import { optionalJsonObject, optionalText } from '../../components/rules';
import { Select } from '../../components/select';
import type { SchemaForm } from '../../components/use-schema-form';
import { useUrlFilters } from '../../components/use-url-filters';
import { useProjectPermission } from '../../shell/permissions';
import { useProject } from '../../shell/project';
import { exportsTexts as words } from '../../texts/exports';
import { ExportTable } from './export-table';

/** Lists exports of memories and creates new ones. */
export function ExportsPage() {
  const { projectId } = useProject();
  return <Exports key={projectId} projectId={projectId} />;
}

function Exports({ projectId }: { projectId: string | null }) {
  const canCreate = useProjectPermission(projectId, 'EXPORT_WRITE');
  const { params, change } = useUrlFilters();
  const query = useListQuery(ExportsDocument, { projectId }, ({ exports }) => exports);
  return (
    <>
      <PageHeader title={words.exports} description={words.description}>
        {canCreate && <AddButton label={words.newExport} onClick={() => change({ new: '1' })} />}
      </PageHeader>
      <PagedList
        query={query}
        count={words.countExports}
        empty={
          <EmptyState title={words.noExportsYet} sample={exportSample(projectId)}>
            {canCreate ? words.emptyHintForWriters : words.emptyHintForReaders}
          </EmptyState>
        }
      >
        {(exports) => <ExportTable exports={exports} canDelete={canCreate} onChanged={query.again} />}
      </PagedList>
      <MutationDialog
        opened={params.has('new') && canCreate}
        title={words.newExport}
        action={words.export}
        size="lg"
        schema={schema}
        initialValues={initialValues}
        serverNames={{ filter: 'metadata', filters: 'metadata', exportInstructions: 'instructions' }}
        mutation={CreateExportDocument}
        toInput={(values) => ({ ...toInput(values), projectId })}
        done={words.exportStarted}
        onDone={query.restart}
        onClose={() => change({ new: null })}
      >
        {(form) => <Fields form={form} />}
      </MutationDialog>
    </>
  );
}

const schema = object({
  format: oneOf(['JSON', 'JSONL', 'CSV']),
  ...conditionRules,
  includeExpired: boolean(),
  schema: optionalJsonObject,
  instructions: optionalText,
});

const initialValues: input<typeof schema> = {
  format: 'JSON',
  ...noConditions,
  includeExpired: false,
  schema: '',
  instructions: '',
};

/** Asks for the content and the format of an export. */
function Fields({ form }: { form: SchemaForm<input<typeof schema>> }) {
  return (
    <>
      <Select
        {...form.getInputProps('format')}
        label={words.format}
        choices={toChoices(words.formats)}
        data-autofocus
      />
      <Fieldset legend={words.whichMemories}>
        <Stack gap="sm">
          <MemoryConditions form={form} />
          <Switch
            {...form.getInputProps('includeExpired', { type: 'checkbox' })}
            label={words.includeExpiredMemories}
          />
        </Stack>
      </Fieldset>
      <Textarea
        {...form.getInputProps('schema')}
        label={words.schema}
        description={words.schemaHint}
        autosize
        minRows={2}
        maxRows={12}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
      />
      <Textarea
        {...form.getInputProps('instructions')}
        label={words.instructions}
        description={words.instructionsHint}
        autosize
      />
    </>
  );
}

const toCondition = (id: string): EntityIdFilter => (id === '*' ? { isSet: true } : { eq: id });

function toInput({ metadata, ...values }: output<typeof schema>): CreateExportInput {
  const { format, schema: shape, instructions, includeExpired } = values;
  const filter = {
    ...Object.fromEntries(Object.entries(toOwners(values)).map(([name, id]) => [name, toCondition(id)])),
    ...toConditionFilter(values),
    ...(metadata && { metadata }),
  };
  return {
    format,
    schema: shape,
    instructions,
    includeExpired,
    filter: Object.keys(filter).length > 0 ? filter : null,
  };
}
