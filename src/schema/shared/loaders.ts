import DataLoader from 'dataloader';
import type { AppContext } from '../../context.js';
import { NotFoundError } from '../../errors.js';
import { pageSizeDefault, type Page } from '../../page.js';
import {
  listFirstMembersOfProjects,
  countMembersOfProjects,
  toFirstMembers,
} from '../../resolvers/member/list-members-of-projects.js';
import {
  countMemoriesOfEntities,
  findEntities,
  listFirstMemoriesOfEntities,
  type EntityKey,
} from '../../resolvers/entity/entity-memories.js';
import { listCategoriesOfEntities, listRelatedEntities } from '../../resolvers/entity/entity-relations.js';
import { findRequesters, type Requester } from '../../resolvers/event/find-requesters.js';
import { findEvents, findEventsOfMemories } from '../../resolvers/event/find-events.js';
import { findMemories, findMemoriesOfProjects } from '../../resolvers/memory/find-memories.js';
import { countsOfProjects, listFirstPagesOfProjects, toFirstPage } from '../../resolvers/memory/project-pages.js';
import { organizationsByIds } from '../../resolvers/organization/get-organization.js';
import { type OwnOrganization } from '../../resolvers/organization/own-organization.js';
import { listFirstProjectsOfOrganizations } from '../../resolvers/project/list-projects.js';
import { findKeyLabels, type KeyUse } from '../../resolvers/api-key/find-key-labels.js';
import { findTargetNames } from '../../resolvers/audit-log/find-target-names.js';
import { findAuditNames, type AuditName } from '../../resolvers/audit-log/find-audit-names.js';
import { getProject, projectsByIds } from '../../resolvers/project/get-project.js';
import { getProjectPage, type FirstPages } from '../../resolvers/project/get-project-page.js';
import { type OwnProject } from '../../resolvers/project/own-project.js';
import { findRequestBodies } from '../../resolvers/request-log/find-request-bodies.js';
import { getWebhook } from '../../resolvers/webhook/get-webhook.js';
import { findUsers } from '../../resolvers/user/find-users.js';
import type { AuditLogRow } from '../../stores/audit-log-store.js';
import type { EntityCategoryRow, RelatedEntityRow } from '../../stores/entity/entity-relations.js';
import type { EntityRow } from '../../stores/entity/entity-store.js';
import type { EventRow } from '../../stores/event-store.js';
import type { MemberRow } from '../../stores/member-store.js';
import type { MemoryColumn, MemoryRow } from '../../stores/memory/memory-row.js';
import type { RequestBody } from '../../stores/request-log/request-body-store.js';
import type { RequestLogRow } from '../../stores/request-log/request-log-entry.js';
import type { WebhookRow } from '../../stores/webhook/webhook-store.js';
import type { UserRow } from '../../stores/user-store.js';

type First = number | null | undefined;

/** Loaders that read the objects of a whole query level with one statement. */
interface Loaders {
  readonly project: DataLoader<string, OwnProject>;
  readonly organization: DataLoader<string, OwnOrganization>;
  /** For references in rows that the caller may read. Null for deleted users. */
  readonly user: DataLoader<string, UserRow | null>;
  /** Memories of one project. Null for deleted memories. */
  readonly memory: (projectId: string) => DataLoader<string, MemoryRow | null>;
  /** Memories of any project. Null for deleted and hidden memories. */
  readonly anyMemory: DataLoader<string, MemoryRow | null>;
  /** Events of one project. Null for deleted events. */
  readonly event: (projectId: string) => DataLoader<string, EventRow | null>;
  /** Events by the memories that they added or last changed. Null for memories stored without an event. */
  readonly memoryEvent: (projectId: string) => DataLoader<string, EventRow | null>;
  /** Who requested events of one project. Null if the caller may not know. */
  readonly requester: (projectId: string) => DataLoader<EventRow, Requester | null>;
  /** Entities of one project. Null for missing entities. */
  readonly entity: (projectId: string) => DataLoader<EntityKey, EntityRow | null, string>;
  /** Categories of the memories of an entity. */
  readonly entityCategories: (projectId: string) => DataLoader<EntityKey, EntityCategoryRow[], string>;
  /** Entities that share memories with an entity. */
  readonly relatedEntities: (projectId: string) => DataLoader<EntityKey, RelatedEntityRow[], string>;
  readonly entityMemories: (first: First, projectId: string) => DataLoader<EntityKey, Page<MemoryRow>, string>;
  readonly webhook: DataLoader<string, WebhookRow>;
  /** Names behind the digests in rows of the audit log. */
  readonly auditNames: DataLoader<AuditLogRow, AuditName[]>;
  /** Names of the objects that rows of the audit log are about. Null for nameless and deleted objects. */
  readonly targetName: DataLoader<AuditLogRow, string | null>;
  /** Labels of the API keys that rows of a log name. Null without a key, and for keys that the caller may not see. */
  readonly keyLabel: DataLoader<KeyUse, string | null>;
  /** Stored bodies of requests. Null: the caller may not read them, or there are none. */
  readonly requestBody: DataLoader<RequestLogRow, RequestBody | null>;
  readonly memberCount: DataLoader<string, number>;
  readonly members: (first: First) => DataLoader<string, Page<MemberRow>>;
  readonly memoryCount: DataLoader<string, number>;
  /** Reads only these columns of each row. */
  readonly memories: (first: First, columns: readonly MemoryColumn[]) => DataLoader<string, Page<MemoryRow>>;
  readonly projects: (first: First) => DataLoader<string, Page<OwnProject>>;
}

// One set of loaders per request, because callers must not share results.
const ofRequest = new WeakMap<AppContext, Loaders>();

export function loaders(ctx: AppContext): Loaders {
  const found = ofRequest.get(ctx) ?? createLoaders(ctx);
  ofRequest.set(ctx, found);
  return found;
}

function createLoaders(ctx: AppContext): Loaders {
  const memberCount = new DataLoader<string, number>((projectIds) => countMembersOfProjects(ctx, { projectIds }));
  const memoryCount = new DataLoader<string, number>((projectIds) => countsOfProjects(ctx, { projectIds }));
  const entityMemoryCount = byKey(
    (projectId: string) =>
      new DataLoader<EntityKey, number, string>(
        (entities) => countMemoriesOfEntities(ctx, { projectId, entities }),
        byEntity,
      ),
  );
  return {
    memberCount,
    memoryCount,
    project: new DataLoader<string, OwnProject>(async (ids) => {
      const byId = await projectsByIds(ctx, ids);
      return ids.map((id) => byId.get(id) ?? new NotFoundError('Project not found.'));
    }),
    organization: new DataLoader<string, OwnOrganization>(async (ids) => {
      const byId = await organizationsByIds(ctx, ids);
      return ids.map((id) => byId.get(id) ?? new NotFoundError('Organization not found.'));
    }),
    user: new DataLoader<string, UserRow | null>(async (ids) => {
      const byId = await findUsers(ctx, ids);
      return ids.map((id) => byId.get(id) ?? null);
    }),
    memory: byKey((projectId: string) => new DataLoader((ids) => findMemories(ctx, { projectId, ids }))),
    anyMemory: new DataLoader((ids) => findMemoriesOfProjects(ctx, { ids })),
    event: byKey((projectId: string) => new DataLoader((ids) => findEvents(ctx, { projectId, ids }))),
    memoryEvent: byKey(
      (projectId: string) => new DataLoader((memoryIds) => findEventsOfMemories(ctx, { projectId, memoryIds })),
    ),
    requester: byKey((projectId: string) => new DataLoader((events) => findRequesters(ctx, { projectId, events }))),
    entity: byKey(
      (projectId: string) => new DataLoader((entities) => findEntities(ctx, { projectId, entities }), byEntity),
    ),
    entityCategories: byKey(
      (projectId: string) =>
        new DataLoader((entities) => listCategoriesOfEntities(ctx, { projectId, entities }), byEntity),
    ),
    relatedEntities: byKey(
      (projectId: string) => new DataLoader((entities) => listRelatedEntities(ctx, { projectId, entities }), byEntity),
    ),
    entityMemories: byKey(
      (first: First, projectId: string) =>
        new DataLoader((entities) => {
          const total = (entity: EntityKey) => entityMemoryCount(projectId).load(entity);
          return listFirstMemoriesOfEntities(ctx, { projectId, entities, first, total });
        }, byEntity),
    ),
    // Deliveries in one list share a webhook, so one statement each is enough.
    webhook: new DataLoader<string, WebhookRow>((ids) => Promise.all(ids.map((id) => getWebhook(ctx, { id })))),
    auditNames: new DataLoader((rows) => findAuditNames(ctx, rows)),
    targetName: new DataLoader((rows) => findTargetNames(ctx, rows)),
    keyLabel: new DataLoader((uses) => findKeyLabels(ctx, uses)),
    requestBody: new DataLoader((rows) => findRequestBodies(ctx, rows)),
    members: byKey(
      (first: First) =>
        new DataLoader((projectIds) =>
          listFirstMembersOfProjects(ctx, { projectIds, first, total: (id) => memberCount.load(id) }),
        ),
    ),
    memories: byKey(
      (first: First, columns: readonly MemoryColumn[]) =>
        new DataLoader((projectIds) =>
          listFirstPagesOfProjects(ctx, { projectIds, first, columns, total: (id) => memoryCount.load(id) }),
        ),
    ),
    projects: byKey(
      (first: First) =>
        new DataLoader((organizationIds) => listFirstProjectsOfOrganizations(ctx, { organizationIds, first })),
    ),
  };
}

const byEntity = { cacheKeyFn: ({ type, name }: EntityKey) => `${type} ${name}` };

/** Loads a referenced object. Returns null without an id, and for deleted and hidden objects. */
export async function findOrNull<Row>(
  loader: DataLoader<string, Row>,
  id: string | null | undefined,
): Promise<Row | null> {
  if (id == null) return null;
  try {
    return await loader.load(id);
  } catch (error) {
    if (error instanceof NotFoundError) return null;
    throw error;
  }
}

/** Reads a project with the first pages that its selection contains, and passes the pages to the loaders. */
export async function loadProject(ctx: AppContext, id: string, pages: FirstPages | null): Promise<OwnProject> {
  if (!pages) return getProject(ctx, id);
  const { project, members, memories } = await getProjectPage(ctx, id, pages);
  const load = loaders(ctx);
  if (members && pages.members) {
    const { first } = pages.members;
    load.members(first).prime(
      id,
      toFirstMembers(members, first, () => load.memberCount.load(id)),
    );
  }
  if (memories && pages.memories) {
    const { first, columns } = pages.memories;
    load.memories(first, columns).prime(
      id,
      toFirstPage(memories, first, () => load.memoryCount.load(id)),
    );
  }
  return project;
}

/** Creates one loader for each combination of arguments. A missing `first` means the default page size. */
function byKey<Args extends unknown[], Loader>(create: (...args: Args) => Loader): (...args: Args) => Loader {
  const known = new Map<string, Loader>();
  return (...args) => {
    const [first = pageSizeDefault, ...others] = args;
    const key = [first ?? pageSizeDefault, ...others].join(' ');
    const found = known.get(key) ?? create(...args);
    known.set(key, found);
    return found;
  };
}
