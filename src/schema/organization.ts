import type { AppContext } from '../context.js';
import { createOrganization } from '../resolvers/organization/create-organization.js';
import {
  getOrganizationOfProject,
  getOrganization,
  getRoleInOrganization,
  listOrganizationPermissions,
} from '../resolvers/organization/get-organization.js';
import { listOrganizations } from '../resolvers/organization/list-organizations.js';
import { updateOrganization } from '../resolvers/organization/update-organization.js';
import { toRequirement } from '../resolvers/shared/permission-texts.js';
import { pageMembers } from '../resolvers/member/list-members.js';
import { listProjects } from '../resolvers/project/list-projects.js';
import { isFirstPage } from '../page.js';
import { lowestRole } from '../roles.js';
import { builder } from './builder.js';
import { inputOf, objectPayload } from './shared/mutation-types.js';
import { connectionType } from './shared/connection.js';
import { withFieldNames } from '../validate.js';
import { findOrNull, loaders } from './shared/loaders.js';
import { MemberConnection } from './member.js';
import { Node } from './node.js';
import { OrganizationPermission } from './permission.js';
import { ProjectConnection } from './project/project.js';
import { RoleType } from './role.js';

export const Organization = builder.prismaObject('Organization', {
  description: 'A container for projects, with its own members.',
  interfaces: [Node],
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Display name of the organization.' }),
    isDefault: t.exposeBoolean('isDefault', {
      description: "Whether this is the installation's default organization.",
    }),
    viewerRole: t.field({
      type: RoleType,
      description: `Your role in the organization. Admins have the role OWNER; members of a single project have the role ${lowestRole}.`,
      resolve: (organization, _args, ctx) => getRoleInOrganization(ctx, organization.id),
    }),
    viewerPermissions: t.field({
      type: [OrganizationPermission],
      description: 'What you may do in the organization with the credential of this request.',
      complexity: { field: 1, multiplier: 1 },
      resolve: (organization, _args, ctx) => listOrganizationPermissions(ctx, organization.id),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the organization was created.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When the organization was last changed.' }),
    members: t.page(MemberConnection, {
      description: 'Members of the organization, ordered by email address.',
      resolve: (organization, args, ctx) => pageMembers(ctx, { ...args, organizationId: organization.id }),
    }),
    projects: t.page(ProjectConnection, {
      description: 'Projects of the organization that you can see, oldest first.',
      resolve: (organization, args, ctx) => {
        if (isFirstPage(args)) return loaders(ctx).projects(args.first).load(organization.id);
        return listProjects(ctx, { organizationId: organization.id, ...args });
      },
    }),
  }),
});

/** Options of a field with the organization of a row. Null: none, deleted, or hidden from the caller. */
export const organizationOrNull = (description: string) => ({
  type: Organization,
  nullable: true as const,
  description,
  resolve: ({ organizationId }: { readonly organizationId: string | null }, _args: object, ctx: AppContext) =>
    findOrNull(loaders(ctx).organization, organizationId),
});

builder.prismaObjectFields('Project', (t) => ({
  organization: t.field({
    type: Organization,
    description: 'The organization that the project belongs to.',
    resolve: (project, _args, ctx) => getOrganizationOfProject(ctx, project.id),
  }),
}));

builder.queryFields((t) => ({
  organizations: t.page(connectionType(Organization, 'organizations', 'An organization'), {
    description: 'Lists the organizations that you can see, oldest first.',
    resolve: (_root, args, ctx) => listOrganizations(ctx, args),
  }),
  organization: t.field({
    type: Organization,
    nullable: true,
    description: 'Finds an organization by its ID. Null with the error NOT_FOUND if you cannot see one.',
    args: { id: t.arg.id({ required: true, description: 'ID of the organization, `org_…`.' }) },
    resolve: (_root, { id }, ctx) => getOrganization(ctx, id),
  }),
}));

const CreateOrganizationInput = inputOf('createOrganization', (t) => ({
  name: t.string({ required: true, description: 'Display name of the new organization, 1 to 255 characters.' }),
}));

builder.mutationField('createOrganization', (t) =>
  t.field({
    type: objectPayload('createOrganization', ['organization', Organization], 'The organization that was created.'),
    description: 'Creates an organization. You become its OWNER.',
    ...t.change(CreateOrganizationInput, 'The organization to create.'),
    resolve: (_root, { input }, ctx) => createOrganization(ctx, input),
  }),
);

const UpdateOrganizationInput = inputOf('updateOrganization', (t) => ({
  id: t.id({ required: true, description: 'ID of the organization to change.' }),
  name: t.string({ required: true, description: 'New display name of the organization, 1 to 255 characters.' }),
}));

builder.mutationField('updateOrganization', (t) =>
  t.field({
    type: objectPayload('updateOrganization', ['organization', Organization], 'The organization after the change.'),
    description: `Renames an organization. ${toRequirement('organization:update')}`,
    ...t.change(UpdateOrganizationInput, 'The organization to change.'),
    resolve: (_root, { input: { id, name } }, ctx) =>
      withFieldNames({ organizationId: 'id' }, () => updateOrganization(ctx, { organizationId: id, name })),
  }),
);
