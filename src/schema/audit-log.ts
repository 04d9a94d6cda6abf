import type { AuditLogFilter as AuditLogFilterInput } from '../resolvers/audit-log/audit-log-filter.js';
import type { AuditName } from '../resolvers/audit-log/find-audit-names.js';
import { listAuditLogs } from '../resolvers/audit-log/list-audit-logs.js';
import { watchAuditLogs } from '../resolvers/audit-log/watch-audit-logs.js';
import type { ChangedFrame } from '../resolvers/shared/watch-changes.js';
import type { AuditLogRow } from '../stores/audit-log-store.js';
import { toUuid } from '../ids.js';
import { builder } from './builder.js';
import { Node } from './node.js';
import { connectionType } from './shared/connection.js';
import { withFilterPaths } from './shared/errors.js';
import { loaders } from './shared/loaders.js';
import { droppedType, streamAfter, streamCursor } from './shared/stream.js';
import { userOrNull } from './user/user.js';

const ActorType = builder.enumType('AuditActorType', {
  description: 'Kind of actor that made a change.',
  values: {
    USER: { description: 'A user with a session.' },
    API_KEY: { description: 'A user with an API key.' },
    CONNECTED_APP: { description: 'A user through an MCP client with an access token.' },
    ADMIN_KEY: { description: 'The shared admin key, or any caller while authentication is disabled.' },
    SYSTEM: { description: 'The server: a job or a command.' },
    ANONYMOUS: { description: 'A caller without a credential, for example while accepting an invitation.' },
  },
});

const AuditNameType = builder.objectRef<AuditName>('AuditName').implement({
  description: 'A keyed digest in the audit log, with the text that it represents.',
  fields: (t) => ({
    digest: t.exposeString('digest', { description: 'The digest, 64 hexadecimal digits.' }),
    name: t.exposeString('name', { description: 'The text, for example the ID of a user in memories.' }),
  }),
});

const AuditLogType = builder.objectRef<AuditLogRow>('AuditLog').implement({
  interfaces: [Node],
  description: 'A change of state: who changed what, and how.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'ID, a UUID. IDs grow with time.' }),
    action: t.exposeString('action', { description: 'Action, such as `api_key.revoke`.' }),
    actorType: t.expose('actorType', { type: ActorType, description: 'Kind of actor.' }),
    actorId: t.idOrNull('actorId', 'ID of the user. Null if no user is behind the actor.'),
    actor: t.field(userOrNull('actorId', 'The user. Null if no user is behind the actor, or the user was removed.')),
    keyPrefix: t.stringOrNull(
      'keyPrefix',
      'First characters of the API key or access token. Null if the actor used none.',
    ),
    keyLabel: t.string({
      nullable: true,
      description: 'Label of the API key. Null if the actor used none, and for a key that you may not see.',
      resolve: ({ actorId, keyPrefix, projectId }, _args, ctx) =>
        loaders(ctx).keyLabel.load({ userId: actorId, keyPrefix, projectId }),
    }),
    targetType: t.exposeString('targetType', { description: 'Type of the changed object, such as `api_key`.' }),
    targetId: t.exposeID('targetId', {
      description: 'ID of the changed object. Of an entity: its type and a digest of its name, such as `user/3f…`.',
    }),
    targetName: t.string({
      nullable: true,
      description: 'Current name of the changed object, such as the name of a webhook. Null if it has none or is gone.',
      resolve: (row, _args, ctx) => loaders(ctx).targetName.load(row),
    }),
    organizationId: t.idOrNull(
      'organizationId',
      'ID of the organization. Null if the object belongs to no organization.',
    ),
    projectId: t.idOrNull('projectId', 'ID of the project. Null if the object belongs to no project.'),
    changes: t.field({
      type: 'JSON',
      description:
        'Changed fields with their values before and after: `{"name": ["before", "after"]}`. Secrets, texts of memories and IDs of entities are keyed digests.',
      resolve: ({ changes }) => JSON.parse(changes) as unknown,
    }),
    names: t.field({
      type: [AuditNameType],
      description:
        'IDs of entities behind the digests in `changes` and `targetId`, while the project stores them. Empty after their erasure.',
      resolve: (row, _args, ctx) => loaders(ctx).auditNames.load(row),
    }),
    reason: t.stringOrNull('reason', 'Reason that the actor gave. Null if the actor gave none.'),
    requestId: t.stringOrNull(
      'requestId',
      'ID of the request that made the change. Null if a job or a command made the change.',
    ),
    sequence: t.exposeOrNull(
      'sequence',
      'BigInt',
      'Position in the hash chain of the organization. Null until the row is sealed, about a second later.',
    ),
    hash: t.stringOrNull(
      'hash',
      'SHA-256 hash of the row and the hash of the row before it. Null until the row is sealed.',
    ),
    createdAt: t.time('createdAt', 'Time of the change.'),
  }),
});

const AuditLogFilter = builder.inputRef<AuditLogFilterInput>('AuditLogFilter').implement({
  description: 'Conditions on changes. A change must meet all of them.',
  fields: (t) => ({
    action: t.string({
      description: 'Changes with this action, or with a prefix that ends in a dot, such as `member.`.',
    }),
    targetType: t.string({ description: 'Changes of objects of this type.' }),
    targetId: t.string({ description: 'Changes of this object. For an entity, pass its type and name: `user/ada`.' }),
    actorId: t.id({ description: 'Changes that this user made.' }),
    requestId: t.string({ description: 'Changes that this request made.' }),
    since: t.field({ type: 'DateTime', description: 'Changes at this time or later.' }),
    until: t.field({ type: 'DateTime', description: 'Changes before this time.' }),
  }),
});

const withActor = <Args extends { filter?: AuditLogFilterInput | null | undefined }>({ filter, ...args }: Args) => ({
  ...args,
  filter: filter && { ...filter, actorId: toUuid(filter.actorId) },
});

builder.queryField('auditLogs', (t) =>
  t.page(connectionType(AuditLogType, 'changes', 'A change'), {
    description:
      'Lists changes of state, newest first. OWNERs see the changes of their project or organization. Admins see all changes if they pass neither.',
    args: {
      organizationId: t.arg.id({ description: 'Returns only changes in this organization.' }),
      projectId: t.arg.id({ description: 'Returns only changes in this project.' }),
      filter: t.arg({ type: AuditLogFilter, description: 'Returns only changes that match this filter.' }),
    },
    resolve: (_root, args, ctx) => withFilterPaths(args.filter, () => listAuditLogs(ctx, withActor(args))),
  }),
);

const AuditLogged = builder.objectRef<ChangedFrame<AuditLogRow>>('AuditLogged').implement({
  description: 'A change of state that was written to the audit log.',
  fields: (t) => ({
    cursor: t.exposeString('cursor', streamCursor),
    auditLog: t.expose('value', { type: AuditLogType, description: 'The row of the audit log.' }),
  }),
});

const Frame = builder.unionType('AuditLogFrame', {
  description: 'A message of the `auditLogs` stream.',
  types: [AuditLogged, droppedType('AuditLogsDropped', 'audit log entries')],
  resolveType: ({ kind }) => (kind === 'changed' ? 'AuditLogged' : 'AuditLogsDropped'),
});

builder.subscriptionField('auditLogs', (t) =>
  t.field({
    type: Frame,
    description:
      'Streams changes of state as they are written to the audit log, to the same users as the query `auditLogs`.',
    args: {
      organizationId: t.arg.id({ description: 'Streams only changes in this organization.' }),
      projectId: t.arg.id({ description: 'Streams only changes in this project.' }),
      filter: t.arg({ type: AuditLogFilter, description: 'Streams only changes that match this filter.' }),
      after: t.arg.string(streamAfter),
    },
    authScopes: { signedIn: true },
    // A malformed ID is refused: a stream that can never send looks like one without changes.
    subscribe: (_root, args, ctx) => withFilterPaths(args.filter, () => watchAuditLogs(ctx, args)),
    resolve: (frame) => frame,
  }),
);
