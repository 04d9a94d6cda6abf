import { getDeletion, listDeletions } from '../resolvers/deletion/list-deletions.js';
import { chosenProject } from '../resolvers/project/current-project.js';
import type { DeletionRow } from '../stores/deletion/deletion-row.js';
import { builder } from './builder.js';
import { connectionCost, toConnection } from './connection.js';
import { Event } from './event.js';

const DeletionKind = builder.enumType('DeletionKind', {
  description: 'What a deletion is about.',
  values: {
    MEMORIES: { description: 'Memories that fit a filter.' },
    ENTITY: { description: 'An entity with its memories.' },
    PROJECT: { description: 'A project and everything in it.' },
    ORGANIZATION: { description: 'An organization and everything in it.' },
  } as const,
});

const DeletionStatus = builder.enumType('DeletionStatus', {
  description: 'How far a deletion is.',
  values: {
    PENDING: { description: 'Accepted: nobody sees the memories any more. None is removed yet.' },
    RUNNING: { description: 'The memories are being removed.' },
    SUCCEEDED: { description: 'All of them are removed.' },
    FAILED: { description: 'Given up; those that are not removed stay invisible until the deletion is cancelled.' },
    CANCELLED: { description: 'Ended by its owner; those that were not removed are back.' },
  } as const,
});

/** The receipt of a deletion. */
export const Deletion = builder.objectRef<DeletionRow>('Deletion').implement({
  description:
    'The receipt of a deletion: who deleted what, when, and what came of it. It stays when everything else is gone.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id; also that of its event, where it has one.' }),
    kind: t.expose('kind', { type: DeletionKind, description: 'What it is about.' }),
    status: t.expose('status', { type: DeletionStatus, description: 'How far it is.' }),
    organizationId: t.exposeID('organizationId', { description: 'The organization, even if it is gone.' }),
    projectId: t.exposeID('projectId', {
      nullable: true,
      description: 'The project, even if it is gone; null: a whole organization.',
    }),
    filter: t.expose('filter', { type: 'JSON', description: 'What was asked for.' }),
    requestedBy: t.exposeString('requestedBy', {
      description: 'User id, key prefix or auth mode of who asked for it.',
    }),
    requestedAt: t.expose('requestedAt', { type: 'DateTime', description: 'When it was accepted.' }),
    undoUntil: t.expose('removeAfter', {
      type: 'DateTime',
      description: 'Nothing is removed before: until then it can be undone.',
    }),
    finishedAt: t.expose('finishedAt', { type: 'DateTime', nullable: true, description: 'When it ended.' }),
    total: t.exposeInt('total', { description: 'Number of its memories, as far as they are counted.' }),
    removed: t.exposeInt('removed', { description: 'Number of memories that are removed for good.' }),
    restored: t.exposeInt('restored', { description: 'Number of memories that came back.' }),
    digest: t.exposeString('digest', {
      nullable: true,
      description: 'SHA-256 in hex over the sorted ids of the removed memories, one a line; null until the end.',
    }),
    error: t.exposeString('error', { nullable: true, description: 'Why it did not succeed.' }),
  }),
});

builder.queryFields((t) => ({
  deletion: t.field({
    type: Deletion,
    description: 'The receipt of one deletion. NOT_FOUND when there is none with this id that the caller may see.',
    args: { id: t.arg.id({ required: true, description: 'Id, a UUID.' }) },
    authScopes: { signedIn: true },
    resolve: (_root, { id }, ctx) => getDeletion(ctx, { id }),
  }),
  deletions: t.connection({
    type: Deletion,
    description: 'Deletions in a project or an organization, newest first: the audit trail, for OWNERs.',
    args: {
      projectId: t.arg.id({ description: 'The project; with neither argument: the one that the API key opens.' }),
      organizationId: t.arg.id({
        description: 'The organization: also deletions in all of its projects, even those that are gone.',
      }),
    },
    authScopes: { signedIn: true },
    complexity: connectionCost,
    resolve: async (_root, args, ctx) => {
      const projectId = args.organizationId == null ? await chosenProject(ctx, args.projectId) : args.projectId;
      return toConnection(await listDeletions(ctx, { ...args, projectId }));
    },
  }),
}));

builder.objectField(Event, 'deletion', (t) =>
  t.field({
    type: Deletion,
    nullable: true,
    description: 'The receipt, where the operation is a deletion. For OWNERs.',
    resolve: (event, _args, ctx) => (event.type.startsWith('DELETE_') ? getDeletion(ctx, { id: event.id }) : null),
  }),
);
