import { Badge, Button, Group, NativeSelect, Text, TextInput } from '@mantine/core';
import { useClient } from 'urql';
import { object, string } from 'zod/mini';
import { UpdateProfileDocument, type MeQuery } from '../../../../client/generated/graphql';
import { runMutation } from '../../api/run-mutation';
import { Form } from '../../components/form';
import { Moment } from '../../components/moment';
import { email, name } from '../../components/rules';
import { Section } from '../../components/section';
import { showToast } from '../../components/toast';
import { useSchemaForm } from '../../components/use-schema-form';
import { useSession, useViewer } from '../../session/session';
import { useProjects } from '../../shell/use-projects';

const schema = object({ name, email, defaultProjectId: string() });

interface Props {
  readonly account: NonNullable<MeQuery['viewer']['user']>;
  onSaved(): void;
}

/** Edits the name and email of the viewer. */
export function Profile({ account, onSaved }: Props) {
  const client = useClient();
  const { reload } = useSession();
  const { project } = useViewer();
  const { choices } = useProjects();
  const form = useSchemaForm({
    schema,
    initialValues: { name: account.name, email: account.email, defaultProjectId: project?.id ?? '' },
    async onSubmit(values) {
      const input = { ...values, defaultProjectId: values.defaultProjectId || null };
      const { failure } = await runMutation(client, UpdateProfileDocument, { input });
      if (failure) return failure;
      showToast('Profile saved');
      onSaved();
      // Reloads the viewer, because the shell shows the name.
      await reload();
      return null;
    },
  });
  return (
    <Section title="Profile" actions={<Badge variant="light">{account.role}</Badge>}>
      <Form form={form} isGuarded maxWidth={420}>
        <TextInput {...form.getInputProps('name')} label="Name" autoComplete="name" required />
        <TextInput
          {...form.getInputProps('email')}
          type="email"
          label="Email"
          description="You sign in with it."
          autoComplete="email"
          required
        />
        <NativeSelect
          {...form.getInputProps('defaultProjectId')}
          label="Default project"
          description="Used by API requests that name no project, unless the API key belongs to one."
          data={project ? choices : [{ value: '', label: 'None' }, ...choices]}
        />
        <Text size="sm" c="dimmed" component="div">
          Account since <Moment at={account.createdAt} />, last sign-in <Moment at={account.lastLoginAt} />
        </Text>
        <Group>
          <Button type="submit" loading={form.submitting}>
            Save profile
          </Button>
        </Group>
      </Form>
    </Section>
  );
}
