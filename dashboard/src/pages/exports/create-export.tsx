import { Fieldset, NativeSelect, Switch, Textarea, TextInput } from '@mantine/core';
import { useClient } from 'urql';
import {
  CreateExportDocument,
  type CreateExportInput,
  type EntityIdFilter,
  type ExportFormat,
} from '../../../../client/generated/graphql';
import { runMutation } from '../../api/run-mutation';
import type { Failure } from '../../api/failure';
import { FormDialog } from '../../components/form-dialog';
import { getFormText } from '../../components/form-text';
import { readJsonObject, OwnerFields, readOwners } from '../../components/owner-fields';
import { showToast } from '../../components/toast';

const formats: { value: ExportFormat; label: string }[] = [
  { value: 'JSON', label: 'JSON: one document' },
  { value: 'JSONL', label: 'JSONL (one memory per line)' },
  { value: 'CSV', label: 'CSV: a table' },
];

interface Props {
  readonly opened: boolean;
  readonly projectId: string | null;
  onClose(): void;
  onCreated(): void;
}

/** Creates an export after asking for its content and format. */
export function CreateExport({ opened, projectId, onClose, onCreated }: Props) {
  const client = useClient();
  const submit = async (form: FormData): Promise<Failure | null> => {
    const { input, fields } = inputOf(form);
    if (Object.keys(fields).length > 0) return { message: 'Fix the highlighted fields.', fields };
    const { failure } = await runMutation(client, CreateExportDocument, { input: { ...input, projectId } });
    if (failure) return failure;
    showToast('Export started');
    onCreated();
    return null;
  };
  return (
    <FormDialog opened={opened} title="New export" action="Export" size="lg" onSubmit={submit} onClose={onClose}>
      {(errors) => <Fields errors={errors} />}
    </FormDialog>
  );
}

function Fields({ errors }: { errors: Failure['fields'] }) {
  return (
    <>
      <NativeSelect name="format" label="Format" data={formats} error={errors.format} data-autofocus />
      <Fieldset legend="Which memories">
        <OwnerFields errors={errors} />
        <TextInput name="category" label="Category" mt="sm" autoComplete="off" />
        <Textarea
          name="metadata"
          label="Metadata"
          description='A JSON object that the metadata contain, as {"plan": "trial"}.'
          mt="sm"
          autosize
          error={errors.metadata ?? errors.filter ?? errors.filters}
        />
        <Switch name="showExpired" label="Include expired memories" mt="sm" />
      </Fieldset>
      <Textarea
        name="schema"
        label="Schema"
        description="A JSON Schema of the result. Without one, memories are written as they are."
        autosize
        minRows={2}
        maxRows={12}
        error={errors.schema}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
      />
      <Textarea
        name="instructions"
        label="Instructions"
        description="For the model that fills the schema."
        autosize
        error={errors.instructions ?? errors.exportInstructions}
      />
    </>
  );
}

function inputOf(form: FormData): { input: CreateExportInput; fields: Record<string, string> } {
  const metadata = readJsonObject(form, 'metadata');
  const schema = readJsonObject(form, 'schema');
  const category = getFormText(form, 'category').trim();
  const condition = (id: string): EntityIdFilter => (id === '*' ? { any: true } : { eq: id });
  const filter = {
    ...Object.fromEntries(Object.entries(readOwners(form)).map(([name, id]) => [name, condition(id)])),
    ...(category && { categories: { in: [category] } }),
    ...(metadata && { metadata }),
  };
  return {
    input: {
      format: formats.find(({ value }) => value === form.get('format'))?.value ?? 'JSON',
      filter: Object.keys(filter).length > 0 ? filter : null,
      schema: schema ?? null,
      instructions: getFormText(form, 'instructions').trim() || null,
      showExpired: form.has('showExpired'),
    },
    fields: {
      ...(metadata === null && { metadata: 'It must be a JSON object.' }),
      ...(schema === null && { schema: 'It must be a JSON object.' }),
    },
  };
}
