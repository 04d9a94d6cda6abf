import type { OrganizationAction, ProjectAction } from '../auth/permissions.js';
import {
  describedOrganizationActions,
  describedProjectActions,
  type DescribedAction,
} from '../resolvers/shared/permission-texts.js';
import { builder } from './builder.js';

export const ProjectPermission = builder.enumType('ProjectPermission', {
  description: 'An action that a role allows in a project.',
  values: toValues<ProjectAction>(describedProjectActions),
});

export const OrganizationPermission = builder.enumType('OrganizationPermission', {
  description: 'An action that a role allows in an organization.',
  values: toValues<OrganizationAction>(describedOrganizationActions),
});

function toValues<Action extends string>(actions: readonly DescribedAction<Action>[]) {
  return Object.fromEntries(
    actions.map(({ action, name, description }) => [name, { value: action, description }]),
  ) as Record<string, { value: Action; description: string }>;
}
