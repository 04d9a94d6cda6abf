import { Text, TextInput } from '@mantine/core';
import { Select } from '../../components/select';
import { Sentence } from '../../components/sentence';
import { Badge } from '../../components/badge';
import { object, string, type output } from 'zod/mini';
import { UpdateViewerDocument, type MeQuery } from '../../../../client/generated/graphql';
import { Form } from '../../components/form';
import { Moment } from '../../components/moment';
import { email, name } from '../../components/rules';
import { Section } from '../../components/section';
import { useSubmission } from '../../components/use-act';
import { useSchemaForm } from '../../components/use-schema-form';
import { useSession, useViewer } from '../../session/session';
import { useProjects } from '../../shell/use-projects';
import { settingsTexts as words } from '../../texts/settings';

const schema = object({ name, email, defaultProjectId: string() });

interface Props {
  readonly account: NonNullable<MeQuery['viewer']['user']>;
  onSaved(): void;
}

/** Edits the name and email of the viewer. */
export function Profile({ account, onSaved }: Props) {
  const { reload } = useSession();
  const { project } = useViewer();
  const { choices } = useProjects();
  const form = useSchemaForm({
    schema,
    initialValues: { name: account.name, email: account.email, defaultProjectId: project?.id ?? '' },
    onSubmit: useSubmission({
      mutation: UpdateViewerDocument,
      toInput: ({ defaultProjectId, ...values }: output<typeof schema>) => ({
        ...values,
        defaultProjectId: defaultProjectId || null,
      }),
      done: words.profileSaved,
      onDone() {
        onSaved();
        // Reloads the viewer, because the shell shows the name.
        return reload();
      },
    }),
  });
  return (
    <Section title={words.profile} actions={account.role && <Badge>{words.roles[account.role]}</Badge>}>
      <Form form={form} isGuarded action={words.saveProfile}>
        <TextInput {...form.getInputProps('name')} label={words.name} autoComplete="name" required />
        <TextInput {...form.getInputProps('email')} type="email" label={words.email} autoComplete="email" required />
        <Select
          {...form.getInputProps('defaultProjectId')}
          label={words.defaultProject}
          description={words.defaultProjectHint}
          choices={project ? choices : [{ value: '', label: words.none }, ...choices]}
        />
        <Text size="sm" c="dimmed" component="div">
          <Sentence
            text={words.accountTimes}
            parts={{ created: <Moment at={account.createdAt} />, signIn: <Moment at={account.lastLoginAt} /> }}
          />
        </Text>
      </Form>
    </Section>
  );
}
