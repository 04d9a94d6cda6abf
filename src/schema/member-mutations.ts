import type { ObjectRef } from '@pothos/core';
import type DataLoader from 'dataloader';
import type { AppContext } from '../context.js';
import { ConflictError, ForbiddenError, NotFoundError, ValidationError } from '../errors.js';
import { addMember, type AddedMember } from '../resolvers/member/add-member.js';
import { removeMember } from '../resolvers/member/remove-member.js';
import { setMemberRole } from '../resolvers/member/set-member-role.js';
import { getOrganization } from '../resolvers/organization/get-organization.js';
import { getProject } from '../resolvers/project/get-project.js';
import { toRequirement } from '../resolvers/shared/permission-texts.js';
import type { MemberRow } from '../stores/member-store.js';
import { builder, capital, type ExtendedTypes } from './builder.js';
import { findOrNull, loaders } from './shared/loaders.js';
import { inputOf, payloadOf } from './shared/mutation-types.js';
import { Invitation } from './invitation.js';
import { Member } from './member.js';
import { Organization } from './organization.js';
import { Project } from './project/project.js';
import { RoleType } from './role.js';

/** What has members: an organization or a project. */
interface Place<Row> {
  readonly noun: 'organization' | 'project';
  readonly type: ObjectRef<ExtendedTypes, Row>;
  readonly get: (ctx: AppContext, id: string) => Promise<Row>;
  readonly loader: (ctx: AppContext) => DataLoader<string, Row>;
  readonly adding: string;
  readonly invitation: string;
}

/** Defines `addOrganizationMember`, `updateOrganizationMember` and `removeOrganizationMember`, or those of a project. */
function defineMemberMutations<Row>(place: Place<Row>): void {
  const { noun } = place;
  const placeId = toPlaceId(noun);
  const name = `${capital(noun)}Member`;
  const requirement = toRequirement(`${noun}:member:write`);
  const inputs = defineInputs(noun, name);
  const payloads = definePayloads(place, name);
  builder.mutationFields((t) => ({
    [`add${name}`]: t.field({
      type: payloads.added,
      errors: { types: [ValidationError, ForbiddenError, NotFoundError, ConflictError] },
      description: `${place.adding}, and invites any other address. ${requirement}`,
      args: t.inputArg(inputs.add, 'The address and the role.'),
      resolve: async (_root, { input }, ctx) => ({ ...(await addMember(ctx, input)), [placeId]: input[placeId] }),
    }),
    [`update${name}`]: t.field({
      type: payloads.updated,
      errors: { types: [ValidationError, ForbiddenError, NotFoundError] },
      description: `Changes the role of ${withArticle(noun)} member. The last OWNER keeps the role. ${requirement}`,
      args: t.inputArg(inputs.update, 'The member and the new role.'),
      resolve: async (_root, { input }, ctx) => ({
        [placeId]: input[placeId],
        member: await setMemberRole(ctx, input),
      }),
    }),
    [`remove${name}`]: t.field({
      type: payloads.removed,
      errors: { types: [ValidationError, ForbiddenError, NotFoundError] },
      description: `Removes a member from ${withArticle(noun)}. The last OWNER cannot be removed. ${requirement}`,
      args: t.inputArg(inputs.remove, 'The member to remove.'),
      resolve: async (_root, { input }, ctx) => {
        await removeMember(ctx, input);
        return { [placeId]: input[placeId], email: input.email.trim().toLowerCase() };
      },
    }),
  }));
}

const withArticle = (noun: Place<unknown>['noun']): string => (noun === 'project' ? 'a project' : 'an organization');

/** Returns the name of the ID, in inputs and in rows. The compiler does not follow it; what gets an input asks which ID it has. */
const toPlaceId = (noun: Place<unknown>['noun']) => `${noun}Id` as 'projectId';

function defineInputs(noun: Place<unknown>['noun'], name: string) {
  const placeId = toPlaceId(noun);
  return {
    add: inputOf(`add${name}`, (t) => ({
      [placeId]: t.id({ required: true, description: `ID of the ${noun} to add the member to.` }),
      email: t.string({ required: true, description: `Email address of the person to add to the ${noun}.` }),
      role: t.field({ type: RoleType, required: true, description: `Role of the new member in the ${noun}.` }),
    })),
    update: inputOf(`update${name}`, (t) => ({
      [placeId]: t.id({ required: true, description: `ID of the ${noun} whose member changes.` }),
      email: t.string({ required: true, description: `Email address of the member of the ${noun}.` }),
      role: t.field({ type: RoleType, required: true, description: `New role of the member in the ${noun}.` }),
    })),
    remove: inputOf(`remove${name}`, (t) => ({
      [placeId]: t.id({ required: true, description: `ID of the ${noun} to remove the member from.` }),
      email: t.string({ required: true, description: `Email address of the member to remove from the ${noun}.` }),
    })),
  };
}

type InPlace = Record<ReturnType<typeof toPlaceId>, string>;

function definePayloads<Row>({ noun, type, get, loader, invitation }: Place<Row>, name: string) {
  const placeId = toPlaceId(noun);
  return {
    added: payloadOf<AddedMember & InPlace>(`add${name}`, (t) => ({
      member: t.expose('member', {
        type: Member,
        nullable: true,
        description: `The new member of the ${noun}. Null if the address was invited: membership then begins when the invitation is accepted.`,
      }),
      invitation: t.expose('invitation', {
        type: Invitation,
        nullable: true,
        description: `${invitation}. Null if the address belongs to the organization already.`,
      }),
      [noun]: t.field({
        type,
        description: `The ${noun} that the member or the invitation belongs to.`,
        resolve: (row, _args, ctx) => get(ctx, row[placeId]) as never,
      }),
    })),
    updated: payloadOf<InPlace & { member: MemberRow }>(`update${name}`, (t) => ({
      member: t.expose('member', { type: Member, description: `The ${noun} member with the new role.` }),
      [noun]: t.field({
        type,
        description: `The ${noun} whose member changed.`,
        resolve: (row, _args, ctx) => get(ctx, row[placeId]) as never,
      }),
    })),
    removed: payloadOf<InPlace & { email: string }>(`remove${name}`, (t) => ({
      removedMemberEmail: t.exposeString('email', {
        description: `Email address of the member that was removed from the ${noun}.`,
      }),
      [noun]: t.field({
        type,
        nullable: true,
        description: `The ${noun} without the member. Null if you removed yourself and can no longer see it.`,
        resolve: (row, _args, ctx) => findOrNull(loader(ctx), row[placeId]) as never,
      }),
    })),
  };
}

defineMemberMutations({
  noun: 'organization',
  type: Organization,
  get: getOrganization,
  loader: (ctx) => loaders(ctx).organization,
  adding: 'Adds a member of one of its projects to an organization',
  invitation: 'The invitation to the organization, whether a user has it or not',
});

defineMemberMutations({
  noun: 'project',
  type: Project,
  get: getProject,
  loader: (ctx) => loaders(ctx).project,
  adding: 'Adds a member of the organization to a project',
  invitation: 'The invitation to the project',
});
