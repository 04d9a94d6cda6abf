import { addMember, type AddedMember } from '../../resolvers/member/add-member.js';
import { removeMember } from '../../resolvers/member/remove-member.js';
import { setMemberRole } from '../../resolvers/member/set-member-role.js';
import { getProject } from '../../resolvers/project/get-project.js';
import type { MemberRow } from '../../stores/member-store.js';
import { toRequirement } from '../../resolvers/shared/permission-texts.js';
import { ConflictError } from '../../errors.js';
import { builder } from '../builder.js';
import { inputOf, payloadOf } from '../shared/mutation-types.js';
import { Invitation } from '../invitation.js';
import { Member } from '../member.js';
import { Project, projectOrNull } from './project.js';
import { RoleType } from '../role.js';

const AddProjectMemberInput = inputOf('addProjectMember', (t) => ({
  projectId: t.id({ required: true, description: 'ID of the project to add the member to.' }),
  email: t.string({ required: true, description: 'Email address of the person to add to the project.' }),
  role: t.field({ type: RoleType, required: true, description: 'Role of the new member in the project.' }),
}));

const UpdateProjectMemberInput = inputOf('updateProjectMember', (t) => ({
  projectId: t.id({ required: true, description: 'ID of the project whose member changes.' }),
  email: t.string({ required: true, description: 'Email address of the member of the project.' }),
  role: t.field({ type: RoleType, required: true, description: 'New role of the member in the project.' }),
}));

const RemoveProjectMemberInput = inputOf('removeProjectMember', (t) => ({
  projectId: t.id({ required: true, description: 'ID of the project to remove the member from.' }),
  email: t.string({ required: true, description: 'Email address of the member to remove from the project.' }),
}));

interface ChangedMember {
  readonly projectId: string;
  readonly member: MemberRow;
}

const AddProjectMemberPayload = payloadOf<AddedMember & { projectId: string }>('addProjectMember', (t) => ({
  member: t.exposeOrNull(
    'member',
    Member,
    'The new member of the project. Null if the address was invited: membership then begins when the invitation is accepted.',
  ),
  invitation: t.exposeOrNull(
    'invitation',
    Invitation,
    'The invitation to the project. Null if the address belongs to the organization already.',
  ),
  project: t.field({
    type: Project,
    description: 'The project that the member or the invitation belongs to.',
    resolve: ({ projectId }, _args, ctx) => getProject(ctx, projectId),
  }),
}));

const UpdateProjectMemberPayload = payloadOf<ChangedMember>('updateProjectMember', (t) => ({
  member: t.expose('member', { type: Member, description: 'The project member with the new role.' }),
  project: t.field({
    type: Project,
    description: 'The project whose member changed.',
    resolve: ({ projectId }, _args, ctx) => getProject(ctx, projectId),
  }),
}));

const RemoveProjectMemberPayload = payloadOf<{ projectId: string; email: string }>('removeProjectMember', (t) => ({
  removedMemberEmail: t.exposeString('email', {
    description: 'Email address of the member that was removed from the project.',
  }),
  project: t.field(
    projectOrNull('The project without the member. Null if you removed yourself and can no longer see it.'),
  ),
}));

builder.mutationFields((t) => ({
  addProjectMember: t.field({
    type: AddProjectMemberPayload,
    description: `Adds a member of the organization to a project, and invites any other address. ${toRequirement('project:member:write')}`,
    ...t.change(AddProjectMemberInput, 'The address and the role.', [ConflictError]),
    resolve: async (_root, { input }, ctx) => ({
      ...(await addMember(ctx, input)),
      projectId: input.projectId,
    }),
  }),
  updateProjectMember: t.field({
    type: UpdateProjectMemberPayload,
    description: `Changes the role of a project member. The last OWNER keeps the role. ${toRequirement('project:member:write')}`,
    ...t.change(UpdateProjectMemberInput, 'The member and the new role.'),
    resolve: async (_root, { input }, ctx) => ({
      projectId: input.projectId,
      member: await setMemberRole(ctx, input),
    }),
  }),
  removeProjectMember: t.field({
    type: RemoveProjectMemberPayload,
    description: `Removes a member from a project. The last OWNER cannot be removed. ${toRequirement('project:member:write')}`,
    ...t.change(RemoveProjectMemberInput, 'The member to remove.'),
    resolve: async (_root, { input }, ctx) => {
      await removeMember(ctx, input);
      return { projectId: input.projectId, email: input.email.trim().toLowerCase() };
    },
  }),
}));
