import { Alert, PasswordInput, TextInput } from '@mantine/core';
import { object, string, type output } from 'zod/mini';
import { ChangePasswordDocument, MeDocument, UpdateViewerDocument, type MeQuery } from '../../api/graphql';
import { useMutate } from '../../api/run-mutation';
import { useFreshQuery } from '../../api/use-fresh-query';
import { Answer } from '../../components/answer';
import { Badge } from '../../components/badge';
import { toChoices } from '../../components/choices';
import { Form } from '../../components/form';
import { Moment } from '../../components/moment';
import { NewPasswordFields } from '../../components/new-password-fields';
import { PageHeader } from '../../components/page-header';
import { email, name, newPassword, repeats, typed } from '../../components/rules';
import { Section } from '../../components/section';
import { Segments } from '../../components/segments';
import { Select } from '../../components/select';
import { Sentence } from '../../components/sentence';
import { showToast } from '../../components/toast';
import { useSubmission } from '../../components/use-act';
import { useSchemaForm } from '../../components/use-schema-form';
import { useSession, useViewer } from '../../session/session';
import { setColorScheme, useColorSchemeChoice, type ColorSchemeChoice } from '../../shell/color-scheme';
import { useProjects } from '../../shell/use-projects';
import { settingsTexts as words } from '../../texts/settings';
import { ReceivedInvitations } from './received-invitations';
import { SessionSection } from './session-section';

/** Shows the settings of the viewer and of this browser. */
export function SettingsPage() {
  const { user, authMode: mode } = useViewer();
  return (
    <>
      <PageHeader title={words.settings} description={words.description} />
      {mode === 'DISABLED' && (
        <Alert color="yellow" title={words.authenticationIsSwitchedOff} mb="md">
          {user ? words.authOffWithAccount : words.authOffWithoutAccount} {words.authOffHint}
        </Alert>
      )}
      {user && <ReceivedInvitations />}
      {user && <Account />}
      <Section title={words.appearance} description={words.keptInThisBrowser}>
        <Segments
          label={words.appearance}
          choices={toChoices<ColorSchemeChoice>(words.colorSchemes)}
          value={useColorSchemeChoice()}
          onChange={(value) => setColorScheme(value as ColorSchemeChoice)}
        />
      </Section>
      {mode === 'BEARER' && <SessionSection />}
    </>
  );
}

function Account() {
  const [result, again] = useFreshQuery(MeDocument, {});
  return (
    <Answer result={result} retry={again}>
      {({ viewer: { user } }) =>
        user && (
          <>
            <Profile account={user} onSaved={again} />
            <Password email={user.email} />
          </>
        )
      }
    </Answer>
  );
}

const schema = object({ name, email, defaultProjectId: string() });

/** Edits the name and email of the viewer. */
function Profile({ account, onSaved }: { account: NonNullable<MeQuery['viewer']['user']>; onSaved: () => void }) {
  const { reload } = useSession();
  const { project } = useViewer();
  const { choices } = useProjects();
  const form = useSchemaForm({
    schema,
    initialValues: { name: account.name, email: account.email, defaultProjectId: project?.id ?? '' },
    onSubmit: useSubmission({
      mutation: UpdateViewerDocument,
      toInput: (_: output<typeof schema>, { defaultProjectId, ...changed }) => ({
        ...changed,
        ...(defaultProjectId !== undefined && { defaultProjectId: defaultProjectId || null }),
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
        <div className="t3">
          <Sentence
            text={words.accountTimes}
            parts={{ created: <Moment at={account.createdAt} />, signIn: <Moment at={account.lastLoginAt} /> }}
          />
        </div>
      </Form>
    </Section>
  );
}

const passwordSchema = object({ currentPassword: typed, newPassword, repeat: typed }).check(repeats('newPassword'));

function Password({ email }: { email: string }) {
  const mutate = useMutate();
  const form = useSchemaForm({
    schema: passwordSchema,
    initialValues: { currentPassword: '', newPassword: '', repeat: '' },
    isEmptied: true,
    async onSubmit({ repeat: _repeat, ...input }) {
      const { failure } = await mutate(ChangePasswordDocument, input);
      if (failure) return failure;
      showToast(words.passwordChanged);
      return null;
    },
  });
  return (
    <Section title={words.password} description={words.passwordHint}>
      <Form form={form} isGuarded action={words.changePassword}>
        {/* Password managers need the user name. */}
        <input type="text" hidden name="username" autoComplete="username" value={email} readOnly />
        <PasswordInput
          {...form.getInputProps('currentPassword')}
          label={words.currentPassword}
          autoComplete="current-password"
          required
        />
        <NewPasswordFields
          form={form}
          name="newPassword"
          label={words.newPassword}
          repeatLabel={words.newPasswordAgain}
        />
      </Form>
    </Section>
  );
}
