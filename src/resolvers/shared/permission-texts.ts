import {
  organizationActions,
  permissions,
  projectActions,
  type OrganizationAction,
  type ProjectAction,
} from '../../auth/permissions.js';

/** Returns the sentence of an API description on the required role, such as "Requires the role OWNER." */
export function toRequirement(action: ProjectAction | OrganizationAction, place = ''): string {
  return `Requires the role ${permissions[action].role}${place === '' ? '' : ` ${place}`}.`;
}

/** An action as APIs show it. */
export interface DescribedAction<Action> {
  readonly action: Action;
  /** Such as `MEMORY_WRITE` for `memory:write`. */
  readonly name: string;
  readonly description: string;
}

/** All actions in a project, with names and descriptions for APIs. */
export const describedProjectActions: readonly DescribedAction<ProjectAction>[] = projectActions.map(describe);

/** All actions in an organization, like {@link describedProjectActions}. */
export const describedOrganizationActions: readonly DescribedAction<OrganizationAction>[] =
  organizationActions.map(describe);

function describe<Action extends ProjectAction | OrganizationAction>(action: Action): DescribedAction<Action> {
  const { does } = permissions[action];
  return { action, name: toEnumName(action), description: `${does.charAt(0).toUpperCase()}${does.slice(1)}.` };
}

function toEnumName(action: string): string {
  return action.replace(/:|(?=[A-Z])/g, '_').toUpperCase();
}
