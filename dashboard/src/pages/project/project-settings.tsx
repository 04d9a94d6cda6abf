import { Fieldset, Stack, Switch, Textarea, TextInput } from '@mantine/core';
import { boolean, object, type ZodMiniType } from 'zod/mini';
import { ProjectDocument, UpdateProjectDocument, type ProjectPartsFragment } from '../../api/graphql';
import { projectSettings } from '../../../../client/generated/lists';
import { useReadAgain } from '../../api/use-fresh-query';
import { Form } from '../../components/form';
import { name, optionalInteger, optionalText } from '../../components/rules';
import { Section } from '../../components/section';
import { SettingsPreview } from '../../components/settings-preview';
import { useSubmission } from '../../components/use-act';
import { useSchemaForm, type SchemaForm } from '../../components/use-schema-form';
import { projectTexts as words } from '../../texts/project';

interface Props {
  readonly project: ProjectPartsFragment;
  readonly canEdit: boolean;
  onSaved(): void;
}

// Categories have a page of their own.
const settings = projectSettings.filter((setting) => setting.kind !== 'categories');
type Setting = (typeof settings)[number];
type Values = Record<Setting['field'], unknown>;

const rules: Record<Setting['kind'], ZodMiniType> = {
  name,
  text: optionalText,
  instructions: optionalText,
  switch: boolean(),
  days: optionalInteger(1, settings.find(({ kind }) => kind === 'days')?.limit ?? 1),
};

const schema = object(
  Object.fromEntries(settings.map((setting) => [setting.field, rules[setting.kind]])) as Record<
    Setting['field'],
    ZodMiniType
  >,
);

const toValues = (project: ProjectPartsFragment) =>
  Object.fromEntries(
    settings.map(({ field, kind }) => [field, kind === 'switch' ? project[field] : String(project[field] ?? '')]),
  ) as Values;

/** Shows the settings of a project in one form, read-only for viewers without permission. */
export function ProjectSettings({ project, canEdit, onSaved }: Props) {
  const form = useSchemaForm({
    schema,
    initialValues: toValues(project),
    readSaved: useReadAgain(ProjectDocument, { id: project.id }, ({ project: saved }) => saved && toValues(saved)),
    onSubmit: useSubmission({
      mutation: UpdateProjectDocument,
      toInput: (_: object, changed) => ({ id: project.id, ...changed }),
      done: words.settingsSaved,
      onDone: onSaved,
    }),
  });
  return (
    <Section title={words.settings} description={canEdit ? undefined : words.settingsHintForReaders}>
      <Form form={form} isGuarded action={canEdit ? words.save : undefined}>
        {Object.entries(words.settingGroups).map(([group, title]) => (
          <Fieldset key={group} variant="unstyled" className="form-part" legend={title}>
            <Stack>
              {settings
                .filter(({ field }) => toGroup(field) === group)
                .map((setting) => (
                  <Field key={setting.field} setting={setting} form={form} canEdit={canEdit} />
                ))}
            </Stack>
          </Fieldset>
        ))}
        {canEdit && <SettingsPreview settings={toPreviewed(form.values)} />}
      </Form>
    </Section>
  );
}

/** Settings of the first parts of the form. The last part has the others. */
const groups: Readonly<Partial<Record<SettingGroup, readonly Setting['field'][]>>> = {
  general: ['name', 'description'],
  extraction: ['customInstructions', 'agentCustomInstructions', 'isMultilingual'],
  ranking: ['hasDecay', 'hasFeedbackRanking'],
};
type SettingGroup = keyof typeof words.settingGroups;

const toGroup = (field: Setting['field']): string =>
  Object.entries(groups).find(([, fields]) => fields.includes(field))?.[0] ?? 'data';

const hints: Partial<Record<Setting['field'], string>> = {
  description: words.descriptionHint,
  customInstructions: words.instructionsHint,
  agentCustomInstructions: words.agentInstructionsHint,
  isMultilingual: words.multilingualHint,
  hasDecay: words.decayHint,
  hasFeedbackRanking: words.feedbackRankingHint,
  keepsDeletedText: words.keepDeletedTextHint,
  recordsSearchQueries: words.recordSearchQueriesHint,
  storesRequestBodies: words.storeRequestBodiesHint,
  requestLogRetentionDays: words.retentionHint,
};

const examples: Partial<Record<Setting['field'], string>> = { customInstructions: words.instructionsExample };

/** Returns the settings that a search or an extraction uses. */
function toPreviewed(values: Values) {
  const { customInstructions, agentCustomInstructions, isMultilingual, hasDecay, hasFeedbackRanking } = values;
  return {
    customInstructions: String(customInstructions).trim() || null,
    agentCustomInstructions: String(agentCustomInstructions).trim() || null,
    isMultilingual: Boolean(isMultilingual),
    hasDecay: Boolean(hasDecay),
    hasFeedbackRanking: Boolean(hasFeedbackRanking),
  };
}

function Field({ setting, form, canEdit }: { setting: Setting; form: SchemaForm<Values>; canEdit: boolean }) {
  const { field, kind, label } = setting;
  if (kind === 'switch') {
    const props = form.getInputProps(field, { type: 'checkbox' });
    return <Switch {...props} label={label} description={hints[field]} disabled={!canEdit} />;
  }
  const props = { ...form.getInputProps(field), label, description: hints[field], readOnly: !canEdit };
  if (kind === 'instructions')
    return <Textarea {...props} placeholder={examples[field]} autosize minRows={2} maxRows={14} />;
  return (
    <TextInput {...props} required={kind === 'name' && canEdit} {...(kind === 'days' && { type: 'number', min: 1 })} />
  );
}
