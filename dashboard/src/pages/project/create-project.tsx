import { TextInput } from '@mantine/core';
import type { GetInputPropsReturnType } from '@mantine/form';
import { useClient } from 'urql';
import { object, string } from 'zod/mini';
import { CreateProjectDocument, ProjectsDocument } from '../../api/graphql';
import { MutationDialog } from '../../components/form-dialog';
import { name, optionalText } from '../../components/rules';
import { useViewer } from '../../session/session';
import { useOrganizationsForNewProjects } from '../../shell/permissions';
import { useProject } from '../../shell/project';
import { Select } from '../../components/select';
import { showToast } from '../../components/toast';
import { projectTexts as words } from '../../texts/project';

const schema = object({ name, description: optionalText, organizationId: string() });

interface Props {
  readonly opened: boolean;
  /** Organization of the project. Without it, the form has a field for it. */
  readonly organizationId?: string;
  onCreated?(): void;
  onClose(): void;
}

/** Creates a project, and opens it unless the organization was given. */
export function CreateProject({ opened, organizationId, onCreated, onClose }: Props) {
  const client = useClient();
  const { choose } = useProject();
  const { organization } = useViewer();
  const initialValues = { name: '', description: '', organizationId: organizationId ?? organization?.id ?? '' };
  const open = async ({ id, name: created }: { readonly id: string; readonly name: string }) => {
    // Reloads the header's list first: it resets a chosen project that it does not contain.
    await client.query(ProjectsDocument, { first: 100 }, { requestPolicy: 'network-only' });
    if (organizationId === undefined) choose(id);
    showToast(words.projectNameCreated(created));
    onCreated?.();
  };
  return (
    <MutationDialog
      opened={opened}
      title={words.createProject}
      action={words.create}
      schema={schema}
      initialValues={initialValues}
      mutation={CreateProjectDocument}
      toInput={(values) => values}
      onDone={({ project }) => open(project)}
      onClose={onClose}
    >
      {(form) => (
        <>
          <TextInput {...form.getInputProps('name')} label={words.name} required data-autofocus />
          <TextInput {...form.getInputProps('description')} label={words.description} />
          {organizationId === undefined && <OrganizationChoice input={form.getInputProps('organizationId')} />}
        </>
      )}
    </MutationDialog>
  );
}

function OrganizationChoice({ input }: { input: GetInputPropsReturnType }) {
  const choices = useOrganizationsForNewProjects();
  return (
    <Select {...input} label={words.organization} description={words.organizationHint} choices={choices} required />
  );
}
