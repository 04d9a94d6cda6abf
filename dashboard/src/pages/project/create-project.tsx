import { Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useClient, useQuery } from 'urql';
import { CreateProjectDocument, OrganizationsDocument, ProjectsDocument } from '../../../../client/generated/graphql';
import { runMutation } from '../../api/run-mutation';
import type { Failure } from '../../api/failure';
import { FormDialog } from '../../components/form-dialog';
import { getFormText } from '../../components/form-text';
import { useViewer } from '../../session/session';
import { useProject } from '../../shell/project';
import { showToast } from '../../components/toast';

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
  const [chosen, setChosen] = useState<string | null>(null);
  const place = organizationId ?? chosen ?? organization?.id ?? '';
  const create = async (form: FormData): Promise<Failure | null> => {
    const input = {
      organizationId: place,
      name: getFormText(form, 'name').trim(),
      description: getFormText(form, 'description').trim() || null,
    };
    const { failure, payload } = await runMutation(client, CreateProjectDocument, { input });
    if (!payload) return failure;
    // Reloads the header's list first: it resets a chosen project that it does not contain.
    await client.query(ProjectsDocument, { first: 100 }, { requestPolicy: 'network-only' });
    if (organizationId === undefined) choose(payload.project.id);
    showToast(`Project ${payload.project.name} created`);
    onCreated?.();
    return null;
  };
  return (
    <FormDialog opened={opened} title="Create project" action="Create" onSubmit={create} onClose={onClose}>
      {(fields) => (
        <>
          <TextInput name="name" label="Name" required maxLength={255} data-autofocus error={fields.name} />
          <TextInput name="description" label="Description" error={fields.description} />
          {organizationId === undefined && (
            <OrganizationChoice value={place} onChange={setChosen} error={fields.organizationId} />
          )}
        </>
      )}
    </FormDialog>
  );
}

function OrganizationChoice({
  value,
  onChange,
  error,
}: {
  value: string;
  onChange: (id: string) => void;
  error: string | undefined;
}) {
  const [{ data }] = useQuery({ query: OrganizationsDocument, variables: { first: 100 } });
  const choices = data?.organizations.edges.map(({ node }) => ({ value: node.id, label: node.name })) ?? [];
  return (
    <Select
      label="Organization"
      description="You must be an owner of the organization."
      data={choices}
      value={value}
      onChange={(id) => id && onChange(id)}
      searchable
      allowDeselect={false}
      required
      error={error}
    />
  );
}
