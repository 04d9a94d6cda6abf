import { NativeSelect, Select } from '@mantine/core';
import { useState } from 'react';
import type { Failure } from '../../api/failure';
import { roleChoices } from '../../components/roles';
import { useProject } from '../../shell/project';
import { useProjects } from '../../shell/use-projects';
import { userRoles } from './user-roles';

/** Shows the fields `userRole`, `projectId` (empty: no project) and the role of a new user. */
export function PlaceFields({ fields, roleField }: { fields: Failure['fields']; roleField: string }) {
  const { projectId } = useProject();
  const [chosen, setChosen] = useState(projectId);
  const { choices: projects } = useProjects();
  return (
    <>
      <NativeSelect name="userRole" label="Installation role" data={userRoles} error={fields.userRole} />
      <Select
        label="Project"
        description="What they become a member of."
        name="projectId"
        data={projects}
        value={chosen}
        onChange={setChosen}
        searchable
        limit={100}
        allowDeselect={false}
        error={fields.projectId}
      />
      <NativeSelect name="role" label="Role in the project" data={roleChoices} error={fields[roleField]} />
    </>
  );
}
