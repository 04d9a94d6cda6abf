import { getDeletion, listDeletions } from '../../resolvers/deletion/list-deletions.js';
import { getChosenProject } from '../../resolvers/project/current-project.js';
import { fromTypedId, isUuid, toTypedId, toUuid } from '../../ids.js';
import type { DeletionRow } from '../../stores/deletion/deletion-row.js';
import { toRequirement } from '../../resolvers/shared/permission-texts.js';
import { builder } from '../builder.js';
import { connectionType } from '../shared/connection.js';
import { DeletionFilter } from './deletion-filter.js';
import { Event } from '../event.js';
import { toConditions } from '../../resolvers/deletion/filter-conditions.js';
import { findOrNull, loaders } from '../shared/loaders.js';
import { Node } from '../node.js';
import { organizationOrNull } from '../organization.js';
import { projectOrNull } from '../project/project.js';
import { User } from '../user/user.js';

const DeletionKind = builder.enumType('DeletionKind', {
  description: 'What a deletion deletes.',
  values: {
    MEMORIES: { description: 'The memories that match a filter.' },
    ENTITY: { description: 'An entity with its memories.' },
    PROJECT: { description: 'A project and everything in it.' },
    ORGANIZATION: { description: 'An organization and everything in it.' },
  } as const,
});

const DeletionStatus = builder.enumType('DeletionStatus', {
  description: 'Status of a deletion.',
  values: {
    PENDING: { description: 'The memories are hidden; none is removed yet.' },
    RUNNING: { description: 'The server is removing the memories.' },
    SUCCEEDED: { description: 'All memories of the deletion are removed.' },
    FAILED: { description: 'The server gave up. Remaining memories stay hidden until you cancel the deletion.' },
    CANCELLED: { description: 'A user cancelled the deletion. Memories that were not removed are visible again.' },
  } as const,
});

export const Deletion = builder.objectRef<DeletionRow>('Deletion').implement({
  description: 'The permanent receipt of a deletion: who deleted what, when, and with which result.',
  interfaces: [Node],
  fields: (t) => ({
    id: t.id({ description: 'ID of the deletion, `del_…`.', resolve: ({ id }) => toTypedId('del', id) }),
    kind: t.expose('kind', {
      type: DeletionKind,
      description: 'What is deleted: memories, an entity, a project or an organization.',
    }),
    status: t.expose('status', { type: DeletionStatus, description: 'Status of the deletion.' }),
    organizationId: t.exposeID('organizationId', {
      description: 'ID of the organization, which may no longer exist.',
    }),
    organization: t.field(
      organizationOrNull('The organization of the deletion. Null if it no longer exists or you cannot see it.'),
    ),
    projectId: t.idOrNull(
      'projectId',
      'ID of the project, which may no longer exist. Null if an organization is deleted.',
    ),
    project: t.field(
      projectOrNull('The project of the deletion. Null if it no longer exists, or an organization is deleted.'),
    ),
    filter: t.field({
      type: DeletionFilter,
      description: 'The memories that the deletion was requested for.',
      resolve: ({ condition }) => toConditions(condition),
    }),
    requestedFilter: t.expose('filter', {
      type: 'JSON',
      description: 'Filter as the request wrote it, in the filter language of the REST API.',
    }),
    requestedBy: t.exposeString('requestedBy', {
      description: 'Who requested the deletion: a user ID, a key prefix or an auth mode.',
    }),
    requestedByUser: t.field({
      type: User,
      nullable: true,
      description: 'The user who requested the deletion. Null if the request had no user, or the user was removed.',
      resolve: ({ requestedBy }, _args, ctx) => (isUuid(requestedBy) ? loaders(ctx).user.load(requestedBy) : null),
    }),
    requestedAt: t.time('requestedAt', 'When the deletion was requested.'),
    undoUntil: t.time(
      'removeAfter',
      'End of the grace period. Until then the deletion can be undone; the server removes memories afterwards.',
    ),
    finishedAt: t.timeOrNull('finishedAt', 'When the deletion finished. Null until then.'),
    memoryCount: t.exposeInt('total', {
      description: 'Number of memories to delete. Grows while the server is still counting.',
    }),
    removedCount: t.exposeInt('removed', { description: 'Number of memories removed permanently so far.' }),
    restoredCount: t.exposeInt('restored', {
      description: 'Number of memories restored by cancelling or undoing the deletion.',
    }),
    digest: t.stringOrNull(
      'digest',
      'SHA-256 hash (hexadecimal) of the sorted IDs of the removed memories, one per line. Null until the end.',
    ),
    error: t.stringOrNull(
      'error',
      'Why the deletion failed or was cancelled. Null if it succeeded or is still running.',
    ),
    event: t.field({
      type: Event,
      nullable: true,
      description: 'Event that removes the memories. Null for deletions of projects and organizations.',
      resolve: ({ id, projectId, kind }, _args, ctx) =>
        projectId && (kind === 'MEMORIES' || kind === 'ENTITY') ? findOrNull(loaders(ctx).event(projectId), id) : null,
    }),
  }),
});

builder.queryFields((t) => ({
  deletion: t.field({
    type: Deletion,
    nullable: true,
    description: 'Finds a deletion by its ID. Null with the error NOT_FOUND if you cannot see one.',
    args: {
      id: t.arg.id({ required: true, description: 'ID of the deletion, `del_…`, or the ID of its event.' }),
    },
    resolve: (_root, { id }, ctx) => getDeletion(ctx, { id: toUuid(fromTypedId('del', id)) }),
  }),
  deletions: t.page(connectionType(Deletion, 'deletions', 'A deletion'), {
    description: `Lists deletions in a project or an organization, newest first. ${toRequirement('deletion:read')} Pass one of the two IDs.`,
    args: {
      projectId: t.arg.id({
        description:
          "ID of the project to list deletions of. Default without `organizationId`: the API key's project, or your default project.",
      }),
      organizationId: t.arg.id({
        description: 'ID of an organization. Includes deletions in all of its projects, also in deleted projects.',
      }),
    },
    resolve: async (_root, args, ctx) => {
      const projectId = args.organizationId == null ? await getChosenProject(ctx, args.projectId) : args.projectId;
      return listDeletions(ctx, { ...args, projectId });
    },
  }),
}));

builder.objectField(Event, 'deletion', (t) =>
  t.field({
    type: Deletion,
    nullable: true,
    description: 'Receipt of the deletion that this event carries out. Null for other events. For OWNERs.',
    resolve: (event, _args, ctx) => (event.type.startsWith('DELETE_') ? getDeletion(ctx, { id: event.id }) : null),
  }),
);
