import { string } from 'zod/mini';
import type { Role, UserRole } from '../../api/graphql';
import { roleChoices, roleNames } from '../../components/roles';
import { role } from '../../components/rules';
import { Select } from '../../components/select';
import type { SchemaForm } from '../../components/use-schema-form';
import { useProject } from '../../shell/project';
import { useProjects } from '../../shell/use-projects';
import { userRole, userRoles } from './user-roles';
import { usersTexts as words } from '../../texts/users';

/** Rules of the role of a new user, and of the project that the user becomes a member of. Empty: no project. */
export const placeRules = { userRole, projectId: string(), role };

interface Place {
  readonly userRole: UserRole;
  readonly projectId: string;
  readonly role: Role;
}

/** Returns the first values of these fields: a member with the weakest role in the current project. */
export function useFirstPlace(): Place {
  const { projectId } = useProject();
  return { userRole: 'MEMBER', projectId: projectId ?? '', role: roleNames[0] as Role };
}

/** Shows the fields of `placeRules`. */
export function PlaceFields<Given extends Place & Record<string, unknown>>({ form }: { form: SchemaForm<Given> }) {
  const { choices: projects } = useProjects();
  return (
    <>
      <Select {...form.getInputProps('userRole')} label={words.installationRole} choices={userRoles} />
      <Select {...form.getInputProps('projectId')} label={words.project} choices={projects} />
      <Select {...form.getInputProps('role')} label={words.roleInTheProject} choices={roleChoices} />
    </>
  );
}
