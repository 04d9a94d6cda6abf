import { Button, Group, Switch, Textarea, TextInput } from '@mantine/core';
import { useClient } from 'urql';
import { boolean, object, type input } from 'zod/mini';
import { UpdateProjectDocument, type ProjectPartsFragment } from '../../../../client/generated/graphql';
import { runMutation } from '../../api/run-mutation';
import { Form } from '../../components/form';
import { name, optionalInteger, optionalText } from '../../components/rules';
import { Section } from '../../components/section';
import { SettingsPreview } from '../../components/settings-preview';
import { showToast } from '../../components/toast';
import { useSchemaForm, type SchemaForm } from '../../components/use-schema-form';
import { projectTexts as words } from '../../texts/project';

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
  recordSearchQueries: boolean(),
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
  recordSearchQueries: project.recordSearchQueries,
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
      showToast(words.settingsSaved);
      onSaved();
      return null;
    },
  });
  return (
    <Section title={words.settings} description={canEdit ? undefined : words.settingsHintForReaders}>
      <Form form={form} isGuarded>
        <Fields form={form} projectId={project.id} canEdit={canEdit} />
        {canEdit && (
          <Group>
            <Button type="submit" loading={form.submitting}>
              {words.save}
            </Button>
          </Group>
        )}
      </Form>
    </Section>
  );
}

type TextName = 'description' | 'customInstructions' | 'agentCustomInstructions';
type SwitchName = 'multilingual' | 'decay' | 'feedbackRanking' | 'keepDeletedText' | 'recordSearchQueries';

/** Text fields in the order of the form. `minRows` makes a text area. */
const textFields: readonly {
  name: TextName;
  label: string;
  description: string;
  placeholder?: string;
  minRows?: number;
}[] = [
  { name: 'description', label: words.description, description: words.descriptionHint },
  {
    name: 'customInstructions',
    label: words.customInstructions,
    description: words.instructionsHint,
    placeholder: words.instructionsExample,
    minRows: 3,
  },
  {
    name: 'agentCustomInstructions',
    label: words.agentInstructions,
    description: words.agentInstructionsHint,
    minRows: 2,
  },
];

const switchFields: readonly { name: SwitchName; label: string; description: string }[] = [
  {
    name: 'multilingual',
    label: words.multilingual,
    description: words.multilingualHint,
  },
  { name: 'decay', label: words.decay, description: words.decayHint },
  {
    name: 'feedbackRanking',
    label: words.feedbackRanking,
    description: words.feedbackRankingHint,
  },
  {
    name: 'keepDeletedText',
    label: words.keepDeletedText,
    description: words.keepDeletedTextHint,
  },
  {
    name: 'recordSearchQueries',
    label: words.recordSearchQueries,
    description: words.recordSearchQueriesHint,
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
      <TextInput {...form.getInputProps('name')} label={words.name} required={canEdit} readOnly={readOnly} />
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
        label={words.requestLogRetention}
        description={words.retentionHint}
        readOnly={readOnly}
      />
      {canEdit && <SettingsPreview projectId={projectId} settings={toPreviewed(form.values)} />}
    </>
  );
}
