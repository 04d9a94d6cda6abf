import {
  organizationActions,
  permissions,
  projectActions,
  type OrganizationAction,
  type ProjectAction,
} from '../../auth/permissions.js';

/** The sentence of an API description about the role that an action needs, as "Requires the role OWNER." */
export function toRequirement(action: ProjectAction | OrganizationAction, place = ''): string {
  return `Requires the role ${permissions[action].role}${place === '' ? '' : ` ${place}`}.`;
}

/** An action as an API shows it. */
export interface DescribedAction<Action> {
  readonly action: Action;
  /** Such as `MEMORY_WRITE` for `memory:write`. */
  readonly name: string;
  readonly description: string;
}

/** Every action in a project, with its name and description for an API. */
export const describedProjectActions: readonly DescribedAction<ProjectAction>[] = projectActions.map(describe);

/** Every action in an organization, as {@link describedProjectActions}. */
export const describedOrganizationActions: readonly DescribedAction<OrganizationAction>[] =
  organizationActions.map(describe);

function describe<Action extends ProjectAction | OrganizationAction>(action: Action): DescribedAction<Action> {
  const { does } = permissions[action];
  return { action, name: toEnumName(action), description: `${does.charAt(0).toUpperCase()}${does.slice(1)}.` };
}

function toEnumName(action: string): string {
  return action.replace(/:|(?=[A-Z])/g, '_').toUpperCase();
}
