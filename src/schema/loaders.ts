import DataLoader from 'dataloader';
import type { AppContext } from '../context.js';
import { NotFoundError } from '../errors.js';
import type { Page } from '../page.js';
import { firstMembersOfProjects, memberCountsOfProjects } from '../resolvers/member/list-members-of-projects.js';
import { findEvents } from '../resolvers/event/find-events.js';
import { findMemories } from '../resolvers/memory/find-memories.js';
import { countsOfProjects, firstPagesOfProjects } from '../resolvers/memory/project-pages.js';
import { organizationsByIds } from '../resolvers/organization/get-organization.js';
import { type OwnOrganization } from '../resolvers/organization/own-organization.js';
import { firstProjectsOfOrganizations } from '../resolvers/project/list-projects.js';
import { projectsByIds } from '../resolvers/project/get-project.js';
import { type OwnProject } from '../resolvers/project/own-project.js';
import { getWebhook } from '../resolvers/webhook/get-webhook.js';
import { findUsers } from '../resolvers/user/find-users.js';
import type { EventRow } from '../stores/event/event-store.js';
import type { MemberRow } from '../stores/member/member-store.js';
import type { MemoryColumn, MemoryRow } from '../stores/memory/memory-row.js';
import type { WebhookRow } from '../stores/webhook/webhook-store.js';
import type { UserRow } from '../stores/user/user-store.js';

type First = number | null | undefined;

/** Loaders that read the objects of a whole query level with one statement. */
interface Loaders {
  readonly project: DataLoader<string, OwnProject>;
  readonly organization: DataLoader<string, OwnOrganization>;
  /** Null for users that no longer exist. For references from rows that the caller may read. */
  readonly user: DataLoader<string, UserRow | null>;
  /** Memories of one project. Null for memories that no longer exist. */
  readonly memory: (projectId: string) => DataLoader<string, MemoryRow | null>;
  /** Events of one project. Null for events that no longer exist. */
  readonly event: (projectId: string) => DataLoader<string, EventRow | null>;
  readonly webhook: DataLoader<string, WebhookRow>;
  readonly members: (first: First) => DataLoader<string, Page<MemberRow>>;
  readonly memoryCount: DataLoader<string, number>;
  /** Reads only these columns of each row. */
  readonly memories: (first: First, columns: readonly MemoryColumn[]) => DataLoader<string, Page<MemoryRow>>;
  readonly projects: (first: First) => DataLoader<string, Page<OwnProject>>;
}

// One set per request: callers share nothing.
const ofRequest = new WeakMap<AppContext, Loaders>();

/** Returns the loaders of this request. */
export function loaders(ctx: AppContext): Loaders {
  const found = ofRequest.get(ctx) ?? createLoaders(ctx);
  ofRequest.set(ctx, found);
  return found;
}

function createLoaders(ctx: AppContext): Loaders {
  const memberCount = new DataLoader<string, number>((projectIds) => memberCountsOfProjects(ctx, { projectIds }));
  const memoryCount = new DataLoader<string, number>((projectIds) => countsOfProjects(ctx, { projectIds }));
  return {
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
    event: byKey((projectId: string) => new DataLoader((ids) => findEvents(ctx, { projectId, ids }))),
    // Deliveries of one list have one webhook, so one statement each is enough.
    webhook: new DataLoader<string, WebhookRow>((ids) => Promise.all(ids.map((id) => getWebhook(ctx, { id })))),
    members: byKey(
      (first: First) =>
        new DataLoader((projectIds) =>
          firstMembersOfProjects(ctx, { projectIds, first, total: (id) => memberCount.load(id) }),
        ),
    ),
    memories: byKey(
      (first: First, columns: readonly MemoryColumn[]) =>
        new DataLoader((projectIds) =>
          firstPagesOfProjects(ctx, { projectIds, first, columns, total: (id) => memoryCount.load(id) }),
        ),
    ),
    projects: byKey(
      (first: First) =>
        new DataLoader((organizationIds) => firstProjectsOfOrganizations(ctx, { organizationIds, first })),
    ),
  };
}

/** Loads an object that another object refers to. Null without an id, and if the object no longer exists or is hidden from the caller. */
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

/** Creates one loader per combination of arguments. */
function byKey<Args extends unknown[], Loader>(create: (...args: Args) => Loader): (...args: Args) => Loader {
  const known = new Map<string, Loader>();
  return (...args) => {
    const key = args.join(' ');
    const found = known.get(key) ?? create(...args);
    known.set(key, found);
    return found;
  };
}
