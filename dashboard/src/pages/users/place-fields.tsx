import { NativeSelect, Select } from '@mantine/core';
import { object, string } from 'zod/mini';
import { roleChoices, roleNames } from '../../components/roles';
import { role } from '../../components/rules';
import type { SchemaForm } from '../../components/use-schema-form';
import { useProject } from '../../shell/project';
import { useProjects } from '../../shell/use-projects';
import { userRole, userRoles } from './user-roles';

/** Rules of the role of a new user, and of the project that the user becomes a member of. Empty: no project. */
export const placeRules = { userRole, projectId: string(), role };

const placeSchema = object(placeRules);
type Place = typeof placeSchema._zod.input;

/** Returns the first values of these fields: a member with the weakest role in the current project. */
export function useFirstPlace(): Place {
  const { projectId } = useProject();
  return { userRole: 'MEMBER', projectId: projectId ?? '', role: (roleNames[0] ?? '') as Place['role'] };
}

/** Shows the fields of `placeRules`. */
export function PlaceFields<Given extends Place & Record<string, unknown>>({ form }: { form: SchemaForm<Given> }) {
  const { choices: projects } = useProjects();
  return (
    <>
      <NativeSelect {...form.getInputProps('userRole')} label="Installation role" data={userRoles} />
      <Select
        {...form.getInputProps('projectId')}
        label="Project"
        description="What they become a member of."
        data={projects}
        searchable
        limit={100}
        allowDeselect={false}
      />
      <NativeSelect {...form.getInputProps('role')} label="Role in the project" data={roleChoices} />
    </>
  );
}
