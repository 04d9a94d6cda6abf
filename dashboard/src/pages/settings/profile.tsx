import { Alert, Badge, Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { useClient } from 'urql';
import { UpdateProfileDocument, type MeQuery } from '../../../../client/generated/graphql';
import { runMutation } from '../../api/run-mutation';
import type { Failure } from '../../api/failure';
import { getFormText } from '../../components/form-text';
import { Moment } from '../../components/moment';
import { Section } from '../../components/section';
import { useSession, useViewer } from '../../session/session';
import { useProjects } from '../../shell/use-projects';
import { showToast } from '../../components/toast';

/** Edits the name and email of the viewer. */
export function Profile({
  account,
  onSaved,
}: {
  account: NonNullable<MeQuery['viewer']['user']>;
  onSaved: () => void;
}) {
  const client = useClient();
  const { reload } = useSession();
  const { project } = useViewer();
  const { choices } = useProjects();
  const [failure, setFailure] = useState<Failure | null>(null);
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setBusy(true);
    const { failure: refused } = await runMutation(client, UpdateProfileDocument, {
      input: {
        name: getFormText(form, 'name').trim(),
        email: getFormText(form, 'email').trim(),
        defaultProjectId: getFormText(form, 'defaultProjectId') || null,
      },
    });
    setBusy(false);
    setFailure(refused);
    if (refused) return;
    showToast('Your profile is saved.');
    onSaved();
    // Reloads the viewer, because the shell shows the name.
    await reload();
  };
  return (
    <Section title="Profile" actions={<Badge variant="light">{account.role}</Badge>}>
      <form data-guard onSubmit={(event) => void submit(event)}>
        <Stack maw={420}>
          {failure && (
            <Alert color="red" role="alert">
              {failure.message}
            </Alert>
          )}
          <TextInput
            name="name"
            label="Name"
            autoComplete="name"
            required
            maxLength={255}
            defaultValue={account.name}
            error={failure?.fields.name}
          />
          <TextInput
            name="email"
            type="email"
            label="Email"
            description="You sign in with it."
            autoComplete="email"
            required
            defaultValue={account.email}
            error={failure?.fields.email}
          />
          <NativeSelect
            name="defaultProjectId"
            label="Default project"
            description="Used by API requests that name no project, unless the API key belongs to one."
            data={project ? choices : [{ value: '', label: 'None' }, ...choices]}
            defaultValue={project?.id ?? ''}
            key={choices.length}
            error={failure?.fields.defaultProjectId}
          />
          <Text size="sm" c="dimmed" component="div">
            Account since <Moment at={account.createdAt} />, last sign-in <Moment at={account.lastLoginAt} />
          </Text>
          <Group>
            <Button type="submit" loading={isBusy}>
              Save profile
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
}
