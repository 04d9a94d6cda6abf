import { decideLink, setLink } from '../resolvers/correction/decide-link.js';
import { linksOfMemories, listMemoryLinks } from '../resolvers/correction/memory-links.js';
import { findMemory } from '../resolvers/memory/find-memory.js';
import { chosenProject } from '../resolvers/project/current-project.js';
import type { MemoryLinkRow } from '../stores/correction/memory-link.js';
import type { MemoryRow } from '../stores/memory/memory-row.js';
import { builder } from './builder.js';
import { connectionCost, toConnection } from './connection.js';
import { mutationErrors } from './errors.js';
import { Memory } from './memory.js';

const LinkRelationType = builder.enumType('MemoryLinkRelation', {
  description: 'What a newer memory does to an older one.',
  values: {
    SUPERSEDES: { description: 'The newer memory contradicts the older one, which was true before.' },
    MERGES: { description: 'The newer memory says what the older one says, and more.' },
  } as const,
});

const LinkStatusType = builder.enumType('MemoryLinkStatus', {
  description: 'Whether a link between two memories was decided on.',
  values: {
    SUGGESTED: { description: 'The server found the link. It changes the order of search results and hides nothing.' },
    CONFIRMED: { description: 'The older memory is marked as superseded or merged.' },
    REJECTED: { description: 'Both memories are true. The link has no effect and is not suggested again.' },
  } as const,
});

const LinkSourceType = builder.enumType('MemoryLinkSource', {
  description: 'Who found a link between two memories.',
  values: {
    RULE: { description: 'The built-in rules, from the wording of two English statements and their similarity.' },
    MODEL: { description: 'The configured language model.' },
    PERSON: { description: 'A person set the link.' },
  } as const,
});

/** A newer memory that makes an older one outdated. */
export const MemoryLink = builder.objectRef<MemoryLinkRow>('MemoryLink').implement({
  description: 'A newer memory that makes an older memory of the same owner outdated, or probably does.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The ID of the link.' }),
    newerId: t.exposeID('newerId', { description: 'The ID of the newer memory.' }),
    olderId: t.exposeID('olderId', { description: 'The ID of the older memory.' }),
    newer: t.field({
      type: Memory,
      complexity: 5,
      description: 'The newer memory.',
      resolve: (link, _args, ctx) => findMemory(ctx, { id: link.newerId }),
    }),
    older: t.field({
      type: Memory,
      complexity: 5,
      description: 'The older memory.',
      resolve: (link, _args, ctx) => findMemory(ctx, { id: link.olderId }),
    }),
    probability: t.exposeFloat('probability', {
      description: 'How likely the newer memory makes the older one outdated, 0 to 1. A link that a person set has 1.',
    }),
    relation: t.expose('relation', { type: LinkRelationType, description: 'What the newer memory does to the older.' }),
    status: t.expose('status', { type: LinkStatusType, description: 'Whether the link was decided on.' }),
    source: t.expose('source', { type: LinkSourceType, description: 'Who found the link.' }),
    reason: t.exposeString('reason', { nullable: true, description: 'The reason in words; null for built-in rules.' }),
    decidedBy: t.exposeString('decidedBy', {
      nullable: true,
      description: 'The user ID, key prefix or auth mode of the person who decided; null while the link is suggested.',
    }),
    decidedAt: t.expose('decidedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'The time of the decision; null while the link is suggested.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'The time at which the link was found.' }),
  }),
});

builder.objectField(Memory, 'links', (t) =>
  t.loadableList({
    type: MemoryLink,
    description:
      'Links to memories that this memory makes outdated, or that make it outdated; the most probable first, at most 20. Rejected links are left out.',
    load: (memories: MemoryRow[], ctx) => linksOfMemories(ctx, { memories }),
    resolve: (memory) => memory,
  }),
);

builder.queryField('memoryLinks', (t) =>
  t.connection({
    type: MemoryLink,
    description:
      'Links between memories of a project, the latest first. Suggested links of low probability are the review queue.',
    args: {
      projectId: t.arg.id({ description: 'The project; left out: the one that the API key opens.' }),
      status: t.arg({ type: LinkStatusType, description: 'Only links with this status.' }),
      probabilityMin: t.arg.float({ description: 'Only links of at least this probability, 0 to 1.' }),
      probabilityMax: t.arg.float({ description: 'Only links of at most this probability, 0 to 1.' }),
      memoryId: t.arg.id({ description: 'Only links of this memory, on either side.' }),
    },
    authScopes: { signedIn: true },
    complexity: connectionCost,
    resolve: async (_root, args, ctx) =>
      toConnection(await listMemoryLinks(ctx, { ...args, projectId: await chosenProject(ctx, args.projectId) })),
  }),
);

const DecideMemoryLinkInput = builder.inputType('DecideMemoryLinkInput', {
  description: 'A decision on a link between two memories.',
  fields: (t) => ({
    id: t.id({ required: true, description: 'The ID of the link.' }),
    status: t.field({
      type: LinkStatusType,
      required: true,
      description:
        'CONFIRMED marks the older memory as superseded or merged. REJECTED removes the effect of the link. SUGGESTED takes a decision back.',
    }),
    relation: t.field({ type: LinkRelationType, description: 'What the newer memory does; left out: as it was.' }),
  }),
});

const SetMemoryLinkInput = builder.inputType('SetMemoryLinkInput', {
  description: 'Two memories of one project, of which the newer makes the older outdated.',
  fields: (t) => ({
    newerId: t.id({ required: true, description: 'The ID of the memory that is true now.' }),
    olderId: t.id({ required: true, description: 'The ID of the memory that is outdated.' }),
    relation: t.field({ type: LinkRelationType, description: 'What the newer memory does; default SUPERSEDES.' }),
    reason: t.string({ description: 'The reason, shown with the link.' }),
  }),
});

const MemoryLinkPayload = builder.objectRef<MemoryLinkRow>('MemoryLinkPayload').implement({
  description: 'The link after the change, and the older memory with its new lifecycle state.',
  fields: (t) => ({
    link: t.field({ type: MemoryLink, description: 'The link.', resolve: (link) => link }),
    older: t.field({
      type: Memory,
      description: 'The older memory.',
      resolve: (link, _args, ctx) => findMemory(ctx, { id: link.olderId }),
    }),
  }),
});

builder.mutationFields((t) => ({
  decideMemoryLink: t.field({
    type: MemoryLinkPayload,
    errors: mutationErrors,
    description: 'Confirms or rejects a link between two memories, or takes a decision back.',
    args: { input: t.arg({ type: DecideMemoryLinkInput, required: true, description: 'The decision.' }) },
    authScopes: { signedIn: true },
    resolve: (_root, { input }, ctx) => decideLink(ctx, input),
  }),
  setMemoryLink: t.field({
    type: MemoryLinkPayload,
    errors: mutationErrors,
    description: 'States that one memory makes another outdated. Take it back with `decideMemoryLink` and REJECTED.',
    args: { input: t.arg({ type: SetMemoryLinkInput, required: true, description: 'The two memories.' }) },
    authScopes: { signedIn: true },
    resolve: (_root, { input }, ctx) => setLink(ctx, input),
  }),
}));
