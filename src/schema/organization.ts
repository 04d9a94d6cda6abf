import { createOrganization } from '../resolvers/organization/create-organization.js';
import {
  organizationOfProject,
  getOrganization,
  roleInOrganization,
} from '../resolvers/organization/get-organization.js';
import { listOrganizations } from '../resolvers/organization/list-organizations.js';
import { addOrganizationMember } from '../resolvers/member/add-member.js';
import { pageOrganizationMembers } from '../resolvers/member/list-members.js';
import { removeOrganizationMember } from '../resolvers/member/remove-member.js';
import { setOrganizationMemberRole } from '../resolvers/member/set-member-role.js';
import { listProjects } from '../resolvers/project/list-projects.js';
import { builder } from './builder.js';
import { connectionCost, toConnection } from './connection.js';
import { mutationErrors } from './errors.js';
import { loaders } from './loaders.js';
import { Member } from './member.js';
import { Node } from './node.js';
import { Project } from './project.js';
import { RoleType } from './role.js';

/** A container of projects with its own members. */
export const Organization = builder.prismaObject('Organization', {
  description: 'A container of projects with its own members.',
  interfaces: [Node],
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name, as people know it.' }),
    isDefault: t.exposeBoolean('isDefault', {
      description: 'Whether this is the organization that the installation started with.',
    }),
    viewerRole: t.field({
      type: RoleType,
      description:
        'What the caller may do in it. READER for those who are a member of a project inside alone; an admin is an OWNER everywhere.',
      resolve: (organization, _args, ctx) => roleInOrganization(ctx, organization.id),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it was last changed.' }),
    members: t.connection({
      type: Member,
      description: 'Its members, by e-mail.',
      complexity: connectionCost,
      resolve: async (organization, args, ctx) =>
        toConnection(await pageOrganizationMembers(ctx, { ...args, organizationId: organization.id })),
    }),
    projects: t.connection({
      type: Project,
      description: 'Its projects that the caller may see, oldest first.',
      complexity: connectionCost,
      resolve: async (organization, args, ctx) => {
        const firstPage = args.after == null && args.last == null && args.before == null;
        if (firstPage) return toConnection(await loaders(ctx).projects(args.first).load(organization.id));
        return toConnection(await listProjects(ctx, { organizationId: organization.id, ...args }));
      },
    }),
  }),
});

builder.prismaObjectFields('Project', (t) => ({
  organization: t.field({
    type: Organization,
    description: 'The organization that it belongs to.',
    resolve: (project, _args, ctx) => organizationOfProject(ctx, project.id),
  }),
}));

builder.queryFields((t) => ({
  organizations: t.connection({
    type: Organization,
    description: 'The organizations that the caller may see, oldest first.',
    authScopes: { signedIn: true },
    complexity: connectionCost,
    resolve: async (_root, args, ctx) => toConnection(await listOrganizations(ctx, args)),
  }),
  organization: t.field({
    type: Organization,
    description: 'One organization. NOT_FOUND when there is none with this id that the caller may see.',
    args: { id: t.arg.id({ required: true, description: 'Id, `org_…`.' }) },
    authScopes: { signedIn: true },
    resolve: (_root, { id }, ctx) => getOrganization(ctx, id),
  }),
}));

const CreateOrganizationInput = builder.inputType('CreateOrganizationInput', {
  description: 'A new organization.',
  fields: (t) => ({ name: t.string({ required: true, description: 'Name, 1 to 255 characters.' }) }),
});

const OrganizationMemberInput = builder.inputType('OrganizationMemberInput', {
  description: 'A person and their role in an organization.',
  fields: (t) => ({
    organizationId: t.id({ required: true, description: 'Id of the organization.' }),
    email: t.string({ required: true, description: 'E-mail of an existing user.' }),
    role: t.field({ type: RoleType, required: true, description: 'The role to have.' }),
  }),
});

const RemoveOrganizationMemberInput = builder.inputType('RemoveOrganizationMemberInput', {
  description: 'A person to take out of an organization.',
  fields: (t) => ({
    organizationId: t.id({ required: true, description: 'Id of the organization.' }),
    email: t.string({ required: true, description: 'E-mail of the member.' }),
  }),
});

const OrganizationPayload = builder.objectRef<{ organizationId: string }>('OrganizationPayload').implement({
  description: 'The organization after the change.',
  fields: (t) => ({
    organization: t.field({
      type: Organization,
      description: 'The organization.',
      resolve: (payload, _args, ctx) => getOrganization(ctx, payload.organizationId),
    }),
  }),
});

builder.mutationFields((t) => ({
  createOrganization: t.field({
    type: OrganizationPayload,
    errors: mutationErrors,
    description: 'Creates an organization. Its creator becomes its OWNER.',
    args: { input: t.arg({ type: CreateOrganizationInput, required: true, description: 'The organization.' }) },
    authScopes: { signedIn: true },
    resolve: async (_root, { input }, ctx) => ({ organizationId: (await createOrganization(ctx, input)).id }),
  }),
  addOrganizationMember: t.field({
    type: OrganizationPayload,
    errors: mutationErrors,
    description: 'Makes a user a member of an organization.',
    args: { input: t.arg({ type: OrganizationMemberInput, required: true, description: 'Who, where and as what.' }) },
    authScopes: { signedIn: true },
    resolve: async (_root, { input }, ctx) => {
      await addOrganizationMember(ctx, input);
      return { organizationId: input.organizationId };
    },
  }),
  updateOrganizationMember: t.field({
    type: OrganizationPayload,
    errors: mutationErrors,
    description: 'Changes the role of an organization member. The last OWNER keeps the role.',
    args: { input: t.arg({ type: OrganizationMemberInput, required: true, description: 'Who, where and as what.' }) },
    authScopes: { signedIn: true },
    resolve: async (_root, { input }, ctx) => {
      await setOrganizationMemberRole(ctx, input);
      return { organizationId: input.organizationId };
    },
  }),
  removeOrganizationMember: t.field({
    type: OrganizationPayload,
    errors: mutationErrors,
    description: 'Takes a member out of an organization. The last OWNER stays.',
    args: { input: t.arg({ type: RemoveOrganizationMemberInput, required: true, description: 'Who and where.' }) },
    authScopes: { signedIn: true },
    resolve: async (_root, { input }, ctx) => {
      await removeOrganizationMember(ctx, input);
      return { organizationId: input.organizationId };
    },
  }),
}));
