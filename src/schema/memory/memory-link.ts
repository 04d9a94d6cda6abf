import { decideLink, setLink } from '../../resolvers/correction/decide-link.js';
import { linksOfMemories, listMemoryLinks, outdatingLinks } from '../../resolvers/correction/memory-links.js';
import { findMemory } from '../../resolvers/memory/find-memory.js';
import type { MemoryLinkRow } from '../../stores/correction/memory-link.js';
import type { MemoryRow } from '../../stores/memory/memory-row.js';
import { toRequirement } from '../../resolvers/shared/permission-texts.js';
import { toUuid } from '../../ids.js';
import { builder } from '../builder.js';
import { inputOf } from '../shared/mutation-types.js';
import { Node } from '../node.js';
import { connectionType } from '../shared/connection.js';
import { loaders } from '../shared/loaders.js';
import { Memory, memoryOrNull } from './memory.js';
import { inChosenProject, projectOption } from '../project/project-argument.js';

export const LinkRelationType = builder.enumType('MemoryLinkRelation', {
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

export const LinkSourceType = builder.enumType('MemoryLinkSource', {
  description: 'Who found a link between two memories.',
  values: {
    RULE: { description: 'The built-in rules, from the wording of two statements and their similarity.' },
    MODEL: { description: 'The configured language model.' },
    PERSON: { description: 'A person set the link.' },
  } as const,
});

const MemoryLink = builder.objectRef<MemoryLinkRow>('MemoryLink').implement({
  interfaces: [Node],
  description: 'A newer memory that makes an older memory of the same owner outdated, or probably does.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'ID of the link, a UUID.' }),
    newerMemoryId: t.exposeID('newerId', { description: 'ID of the newer memory.' }),
    olderMemoryId: t.exposeID('olderId', { description: 'ID of the older memory.' }),
    newerMemory: t.field(memoryOrNull('newerId', 'The newer memory. Null if it was deleted in the meantime.')),
    olderMemory: t.field(memoryOrNull('olderId', 'The older memory. Null if it was deleted in the meantime.')),
    probability: t.exposeFloat('probability', {
      description: 'How likely the newer memory makes the older one outdated, 0 to 1. A link that a person set has 1.',
    }),
    relation: t.expose('relation', { type: LinkRelationType, description: 'What the newer memory does to the older.' }),
    status: t.expose('status', { type: LinkStatusType, description: 'Whether a user has decided on the link.' }),
    source: t.expose('source', {
      type: LinkSourceType,
      description: 'What found the link: a rule, a model or a person.',
    }),
    reason: t.stringOrNull('reason', 'Reason for the link, in words. Null for built-in rules.'),
    decidedBy: t.stringOrNull(
      'decidedBy',
      'Who decided on the link: a user ID, a key prefix or an auth mode. Null while the link is suggested.',
    ),
    decidedAt: t.timeOrNull('decidedAt', 'When the decision was made. Null while the link is suggested.'),
    createdAt: t.time('createdAt', 'When the link was found.'),
  }),
});

builder.objectField(Memory, 'links', (t) =>
  t.loadableList({
    type: MemoryLink,
    description:
      'Links to memories that this memory makes outdated, or that make it outdated, the most probable first. At most 20, without rejected links.',
    load: (memories: MemoryRow[], ctx) => linksOfMemories(ctx, { memories }),
    resolve: (memory) => memory,
  }),
);

export const OutdatedBy = builder.objectRef<{ memory: MemoryRow; probability: number }>('OutdatedBy').implement({
  description: 'The memory that probably makes another one outdated.',
  fields: (t) => ({
    memory: t.expose('memory', { type: Memory, description: 'The newer memory.' }),
    probability: t.exposeFloat('probability', {
      description: 'Probability of the link, 0 to 1. 1 after a confirmation.',
    }),
  }),
});

builder.objectField(Memory, 'outdatedBy', (t) =>
  t.loadable({
    type: OutdatedBy,
    nullable: true,
    description: 'The memory that probably makes this one outdated. Null if no link names one.',
    load: async (memories: MemoryRow[], ctx) => {
      const links = await outdatingLinks(ctx, { memories });
      return Promise.all(
        links.map(async (link) => {
          const memory = link && (await loaders(ctx).memory(link.projectId).load(link.newerId));
          return memory && { memory, probability: link.probability };
        }),
      );
    },
    resolve: (memory) => memory,
  }),
);

builder.queryField('memoryLinks', (t) =>
  t.page(connectionType(MemoryLink, 'memory links', 'A memory link'), {
    description:
      'Lists links between memories of a project, newest first. Suggested links with a low probability are the review queue.',
    args: {
      projectId: t.arg.id(projectOption),
      status: t.arg({ type: LinkStatusType, description: 'Returns only links with this status.' }),
      minProbability: t.arg.float({ description: 'Returns only links with at least this probability, 0 to 1.' }),
      maxProbability: t.arg.float({ description: 'Returns only links with at most this probability, 0 to 1.' }),
      memoryId: t.arg.id({ description: 'Returns only links of this memory, on either side.' }),
      userId: t.arg.string({ description: 'Returns only links between memories of this user.' }),
    },
    resolve: async (_root, args, ctx) =>
      listMemoryLinks(ctx, { ...(await inChosenProject(ctx, args)), memoryId: toUuid(args.memoryId) }),
  }),
);

const DecideMemoryLinkInput = inputOf('decideMemoryLink', (t) => ({
  id: t.id({ required: true, description: 'ID of the link to decide on.' }),
  status: t.field({
    type: LinkStatusType,
    required: true,
    description:
      'CONFIRMED marks the older memory as superseded or merged. REJECTED removes the effect of the link. SUGGESTED undoes a decision.',
  }),
  relation: t.field({
    type: LinkRelationType,
    description: 'What the newer memory does to the older one. Default: unchanged.',
  }),
}));

const SetMemoryLinkInput = inputOf('setMemoryLink', (t) => ({
  newerMemoryId: t.id({ required: true, description: 'ID of the memory that is true now.' }),
  olderMemoryId: t.id({ required: true, description: 'ID of the memory that is outdated.' }),
  relation: t.field({
    type: LinkRelationType,
    required: true,
    defaultValue: 'SUPERSEDES',
    description: 'What the newer memory does.',
  }),
  reason: t.string({ description: 'Reason to show with the link, at most 50,000 characters.' }),
}));

const linkPayload = (name: string, mutation: string) =>
  builder.objectRef<MemoryLinkRow>(name).implement({
    description: `Payload of \`${mutation}\`.`,
    fields: (t) => ({
      memoryLink: t.field({
        type: MemoryLink,
        description: `The link after \`${mutation}\`.`,
        resolve: (link) => link,
      }),
      olderMemory: t.field({
        type: Memory,
        description: `The older memory with its lifecycle state after \`${mutation}\`.`,
        resolve: (link, _args, ctx) => findMemory(ctx, { id: link.olderId }),
      }),
    }),
  });

const DecideMemoryLinkPayload = linkPayload('DecideMemoryLinkPayload', 'decideMemoryLink');
const SetMemoryLinkPayload = linkPayload('SetMemoryLinkPayload', 'setMemoryLink');

builder.mutationFields((t) => ({
  decideMemoryLink: t.field({
    type: DecideMemoryLinkPayload,
    description: `Confirms or rejects a link between two memories, or undoes a decision. ${toRequirement('memory:write')}`,
    ...t.change(DecideMemoryLinkInput, 'The link and your decision.'),
    resolve: (_root, { input }, ctx) => decideLink(ctx, { ...input, id: toUuid(input.id) }),
  }),
  setMemoryLink: t.field({
    type: SetMemoryLinkPayload,
    description: `States that one memory makes another outdated. To undo this, use \`decideMemoryLink\` with REJECTED. ${toRequirement('memory:write')}`,
    ...t.change(SetMemoryLinkInput, 'The newer and the older memory.'),
    resolve: (_root, { input: { newerMemoryId, olderMemoryId, ...link } }, ctx) =>
      setLink(ctx, { ...link, newerId: toUuid(newerMemoryId), olderId: toUuid(olderMemoryId) }),
  }),
}));
