import { Button, Group, Switch, Textarea, TextInput } from '@mantine/core';
import { useClient } from 'urql';
import { boolean, object, type input } from 'zod/mini';
import { UpdateProjectDocument, type ProjectPartsFragment } from '../../../../client/generated/graphql';
import { runMutation } from '../../api/run-mutation';
import { Form } from '../../components/form';
import { name, optionalInteger, optionalText } from '../../components/rules';
import { Section } from '../../components/section';
import { showToast } from '../../components/toast';
import { useSchemaForm, type SchemaForm } from '../../components/use-schema-form';
import { SettingsPreview } from './settings-preview';

interface Props {
  readonly project: ProjectPartsFragment;
  readonly canEdit: boolean;
  onSaved(): void;
}

const schema = object({
  name,
  description: optionalText,
  customInstructions: optionalText,
  agentCustomInstructions: optionalText,
  multilingual: boolean(),
  decay: boolean(),
  feedbackRanking: boolean(),
  keepDeletedText: boolean(),
  requestLogRetentionDays: optionalInteger(1, Number.MAX_SAFE_INTEGER),
});

const toValues = (project: ProjectPartsFragment): input<typeof schema> => ({
  name: project.name,
  description: project.description ?? '',
  customInstructions: project.customInstructions ?? '',
  agentCustomInstructions: project.agentCustomInstructions ?? '',
  multilingual: project.multilingual,
  decay: project.decay,
  feedbackRanking: project.feedbackRanking,
  keepDeletedText: project.keepDeletedText,
  requestLogRetentionDays: String(project.requestLogRetentionDays ?? ''),
});

/** Shows the settings of a project in one form, read-only for viewers without permission. */
export function ProjectSettings({ project, canEdit, onSaved }: Props) {
  const client = useClient();
  const form = useSchemaForm({
    schema,
    initialValues: toValues(project),
    async onSubmit(values) {
      const { failure } = await runMutation(client, UpdateProjectDocument, { input: { id: project.id, ...values } });
      if (failure) return failure;
      showToast('Settings saved. They apply to new memories.');
      onSaved();
      return null;
    },
  });
  return (
    <Section title="Settings" description={canEdit ? undefined : 'Only project owners can change these settings.'}>
      <Form form={form} isGuarded>
        <Fields form={form} projectId={project.id} canEdit={canEdit} />
        {canEdit && (
          <Group>
            <Button type="submit" loading={form.submitting}>
              Save
            </Button>
          </Group>
        )}
      </Form>
    </Section>
  );
}

type TextName = 'description' | 'customInstructions' | 'agentCustomInstructions';
type SwitchName = 'multilingual' | 'decay' | 'feedbackRanking' | 'keepDeletedText';

/** Text fields in the order of the form. `minRows` makes a text area. */
const textFields: readonly {
  name: TextName;
  label: string;
  description: string;
  placeholder?: string;
  minRows?: number;
}[] = [
  { name: 'description', label: 'Description', description: "For people only. Doesn't affect extraction." },
  {
    name: 'customInstructions',
    label: 'Custom instructions',
    description: "Tell the model what to keep and what to leave out. If empty, the installation's instructions apply.",
    placeholder: 'Keep what people like to eat. Leave out small talk.',
    minRows: 3,
  },
  {
    name: 'agentCustomInstructions',
    label: 'Agent instructions',
    description:
      'Replaces the custom instructions for memories that belong to an agent only. If a user is set too, applies to assistant messages.',
    minRows: 2,
  },
];

const switchFields: readonly { name: SwitchName; label: string; description: string }[] = [
  {
    name: 'multilingual',
    label: 'Multilingual',
    description: 'Store and search memories in their original language instead of treating them as English.',
  },
  { name: 'decay', label: 'Decay', description: 'Rank recently used memories higher. Nothing is deleted.' },
  {
    name: 'feedbackRanking',
    label: 'Feedback ranking',
    description: 'Rank memories by their feedback too: helpful ones higher, unhelpful ones lower.',
  },
  {
    name: 'keepDeletedText',
    label: 'Keep deleted text',
    description:
      'Keep the texts of a memory in its history after you delete the memory. Bulk deletions never keep them.',
  },
];

/** Returns the settings that a search or an extraction uses. */
function toPreviewed(values: input<typeof schema>) {
  const { multilingual, decay, feedbackRanking } = values;
  return {
    customInstructions: values.customInstructions.trim() || null,
    agentCustomInstructions: values.agentCustomInstructions.trim() || null,
    multilingual,
    decay,
    feedbackRanking,
  };
}

interface FieldsProps {
  readonly form: SchemaForm<input<typeof schema>>;
  readonly projectId: string;
  readonly canEdit: boolean;
}

function Fields({ form, projectId, canEdit }: FieldsProps) {
  const readOnly = !canEdit;
  return (
    <>
      <TextInput {...form.getInputProps('name')} label="Name" required={canEdit} readOnly={readOnly} />
      {textFields.map(({ minRows, ...field }) => {
        const props = { ...field, ...form.getInputProps(field.name), readOnly };
        if (minRows === undefined) return <TextInput key={field.name} {...props} />;
        return <Textarea key={field.name} {...props} autosize minRows={minRows} maxRows={14} />;
      })}
      {switchFields.map((field) => (
        <Switch
          key={field.name}
          {...field}
          {...form.getInputProps(field.name, { type: 'checkbox' })}
          disabled={readOnly}
        />
      ))}
      <TextInput
        {...form.getInputProps('requestLogRetentionDays')}
        type="number"
        min={1}
        label="Request log retention"
        description="Days to keep requests of this project. Empty: as long as the server keeps its request log."
        readOnly={readOnly}
      />
      {canEdit && <SettingsPreview projectId={projectId} settings={toPreviewed(form.values)} />}
    </>
  );
}
