import DataLoader from 'dataloader';
import type { AppContext } from '../../context.js';
import { NotFoundError, nullFor } from '../../errors.js';
import { pageSizeDefault } from '../../page.js';
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
import { findRequesters } from '../../resolvers/event/find-requesters.js';
import { findEvents, findEventsOfMemories } from '../../resolvers/event/find-events.js';
import { findMemories, findMemoriesOfProjects } from '../../resolvers/memory/find-memories.js';
import { countsOfProjects, listFirstPagesOfProjects, toFirstPage } from '../../resolvers/memory/project-pages.js';
import { organizationsByIds } from '../../resolvers/organization/get-organization.js';
import { type OwnOrganization } from '../../resolvers/organization/own-organization.js';
import { listFirstProjectsOfOrganizations } from '../../resolvers/project/list-projects.js';
import { findKeyLabels, type KeyUse } from '../../resolvers/api-key/find-key-labels.js';
import { findTargetNames } from '../../resolvers/audit-log/find-target-names.js';
import { findAuditNames } from '../../resolvers/audit-log/find-audit-names.js';
import { getProject, projectsByIds } from '../../resolvers/project/get-project.js';
import { getProjectPage, type FirstPages } from '../../resolvers/project/get-project-page.js';
import { type OwnProject } from '../../resolvers/project/own-project.js';
import { findRequestBodies } from '../../resolvers/request-log/find-request-bodies.js';
import { getWebhook } from '../../resolvers/webhook/get-webhook.js';
import { findUsers } from '../../resolvers/user/find-users.js';
import type { AuditLogRow } from '../../stores/audit-log-store.js';
import type { EventRow } from '../../stores/event-store.js';
import type { MemoryColumn } from '../../stores/memory/memory-row.js';
import type { RequestLogRow } from '../../stores/request-log/request-log-entry.js';

type First = number | null | undefined;

// One set of loaders per request, because callers must not share results.
const ofRequest = new WeakMap<AppContext, ReturnType<typeof createLoaders>>();

/** Loaders that read the objects of a whole query level with one statement. Null: deleted, or the caller may not see it. */
export function loaders(ctx: AppContext): ReturnType<typeof createLoaders> {
  const found = ofRequest.get(ctx) ?? createLoaders(ctx);
  ofRequest.set(ctx, found);
  return found;
}

type Ids = readonly string[];
type EntityKeys = readonly EntityKey[];

function createLoaders(ctx: AppContext) {
  const memberCount = new DataLoader((projectIds: Ids) => countMembersOfProjects(ctx, { projectIds }));
  const memoryCount = new DataLoader((projectIds: Ids) => countsOfProjects(ctx, { projectIds }));
  const entityMemoryCount = byKey(
    (projectId: string) =>
      new DataLoader((entities: EntityKeys) => countMemoriesOfEntities(ctx, { projectId, entities }), byEntity),
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
    /** For references in rows that the caller may read. */
    user: new DataLoader(async (ids: Ids) => {
      const byId = await findUsers(ctx, ids);
      return ids.map((id) => byId.get(id) ?? null);
    }),
    memory: byKey((projectId: string) => new DataLoader((ids: Ids) => findMemories(ctx, { projectId, ids }))),
    anyMemory: new DataLoader((ids: Ids) => findMemoriesOfProjects(ctx, { ids })),
    event: byKey((projectId: string) => new DataLoader((ids: Ids) => findEvents(ctx, { projectId, ids }))),
    /** Events by the memories that they added or last changed. */
    memoryEvent: byKey(
      (projectId: string) => new DataLoader((memoryIds: Ids) => findEventsOfMemories(ctx, { projectId, memoryIds })),
    ),
    requester: byKey(
      (projectId: string) =>
        new DataLoader((events: readonly EventRow[]) => findRequesters(ctx, { projectId, events })),
    ),
    entity: byKey(
      (projectId: string) =>
        new DataLoader((entities: EntityKeys) => findEntities(ctx, { projectId, entities }), byEntity),
    ),
    entityCategories: byKey(
      (projectId: string) =>
        new DataLoader((entities: EntityKeys) => listCategoriesOfEntities(ctx, { projectId, entities }), byEntity),
    ),
    relatedEntities: byKey(
      (projectId: string) =>
        new DataLoader((entities: EntityKeys) => listRelatedEntities(ctx, { projectId, entities }), byEntity),
    ),
    entityMemories: byKey(
      (first: First, projectId: string) =>
        new DataLoader((entities: EntityKeys) => {
          const total = (entity: EntityKey) => entityMemoryCount(projectId).load(entity);
          return listFirstMemoriesOfEntities(ctx, { projectId, entities, first, total });
        }, byEntity),
    ),
    // Deliveries in one list share a webhook, so one statement each is enough.
    webhook: new DataLoader((ids: Ids) => Promise.all(ids.map((id) => getWebhook(ctx, { id })))),
    auditNames: new DataLoader((rows: readonly AuditLogRow[]) => findAuditNames(ctx, rows)),
    targetName: new DataLoader((rows: readonly AuditLogRow[]) => findTargetNames(ctx, rows)),
    keyLabel: new DataLoader((uses: readonly KeyUse[]) => findKeyLabels(ctx, uses)),
    requestBody: new DataLoader((rows: readonly RequestLogRow[]) => findRequestBodies(ctx, rows)),
    members: byKey(
      (first: First) =>
        new DataLoader((projectIds: Ids) =>
          listFirstMembersOfProjects(ctx, { projectIds, first, total: (id) => memberCount.load(id) }),
        ),
    ),
    /** Reads only these columns of each row. */
    memories: byKey(
      (first: First, columns: readonly MemoryColumn[]) =>
        new DataLoader((projectIds: Ids) =>
          listFirstPagesOfProjects(ctx, { projectIds, first, columns, total: (id) => memoryCount.load(id) }),
        ),
    ),
    projects: byKey(
      (first: First) =>
        new DataLoader((organizationIds: Ids) => listFirstProjectsOfOrganizations(ctx, { organizationIds, first })),
    ),
  };
}

const byEntity = { cacheKeyFn: ({ type, name }: EntityKey) => `${type} ${name}` };

/** Loads a referenced object. Returns null without an id, and for deleted and hidden objects. */
export async function findOrNull<Row>(
  loader: DataLoader<string, Row>,
  id: string | null | undefined,
): Promise<Row | null> {
  return id == null ? null : loader.load(id).catch(nullFor(NotFoundError));
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
