import { Switch, Textarea } from '@mantine/core';
import { boolean, object, type output } from 'zod/mini';
import { ProfileSettingsDocument, UpdateProfileSettingsDocument, type ProfileSettingsQuery } from '../../api/graphql';
import { useReadAgain, useRepeatableQuery } from '../../api/use-fresh-query';
import { Answer } from '../../components/answer';
import { Form } from '../../components/form';
import { optionalJsonObject, optionalText } from '../../components/rules';
import { Section } from '../../components/section';
import { useSubmission } from '../../components/use-act';
import { useSchemaForm } from '../../components/use-schema-form';
import { projectTexts as words } from '../../texts/project';

const schema = object({ isEnabled: boolean(), customInstructions: optionalText, schema: optionalJsonObject });

/** Shows whether and how the server generates user profiles, for OWNERs. */
export function ProfileSettings({ projectId }: { projectId: string }) {
  const [result, again] = useRepeatableQuery(ProfileSettingsDocument, { projectId });
  return (
    <Section title={words.profiles} description={words.profilesHint}>
      <Answer result={result} retry={again}>
        {({ profileSettings }) => <ProfileForm projectId={projectId} settings={profileSettings} onSaved={again} />}
      </Answer>
    </Section>
  );
}

interface Props {
  readonly projectId: string;
  readonly settings: ProfileSettingsQuery['profileSettings'];
  onSaved(): void;
}

const toValues = (settings: Props['settings']) => ({
  isEnabled: settings.isEnabled,
  customInstructions: settings.customInstructions ?? '',
  schema: settings.schema === null ? '' : JSON.stringify(settings.schema, null, 2),
});

function ProfileForm({ projectId, settings, onSaved }: Props) {
  const form = useSchemaForm({
    schema,
    initialValues: toValues(settings),
    readSaved: useReadAgain(ProfileSettingsDocument, { projectId }, (saved) => toValues(saved.profileSettings)),
    onSubmit: useSubmission({
      mutation: UpdateProfileSettingsDocument,
      toInput: (_: output<typeof schema>, changed) => ({ projectId, ...changed }),
      done: words.profileSettingsSaved,
      onDone: onSaved,
    }),
  });
  return (
    <Form form={form} isGuarded action={words.saveProfileSettings}>
      <Switch {...form.getInputProps('isEnabled', { type: 'checkbox' })} label={words.profilesEnabled} />
      <Textarea
        {...form.getInputProps('customInstructions')}
        label={words.profileInstructions}
        autosize
        minRows={2}
        maxRows={12}
      />
      <Textarea
        {...form.getInputProps('schema')}
        label={words.profileSchema}
        description={words.profileSchemaHint}
        autosize
        minRows={2}
        maxRows={16}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
      />
    </Form>
  );
}
