import DataLoader from 'dataloader';
import type { AppContext } from '../context.js';
import { NotFoundError } from '../errors.js';
import type { Page } from '../page.js';
import { firstMembersOfProjects, memberCountsOfProjects } from '../resolvers/member/list-members-of-projects.js';
import { countsOfProjects, firstPagesOfProjects } from '../resolvers/memory/project-pages.js';
import { firstProjectsOfOrganizations } from '../resolvers/project/list-projects.js';
import { projectsByIds } from '../resolvers/project/get-project.js';
import type { OwnProject } from '../resolvers/project/own-project.js';
import type { MemberRow } from '../stores/member/member-store.js';
import type { MemoryColumn, MemoryRow } from '../stores/memory/memory-row.js';

type First = number | null | undefined;

/** Readers that answer a whole level of a query with one statement. */
interface Loaders {
  readonly project: DataLoader<string, OwnProject>;
  readonly members: (first: First) => DataLoader<string, Page<MemberRow>>;
  readonly memoryCount: DataLoader<string, number>;
  /** Of each row only these columns are read. */
  readonly memories: (first: First, columns: readonly MemoryColumn[]) => DataLoader<string, Page<MemoryRow>>;
  readonly projects: (first: First) => DataLoader<string, Page<OwnProject>>;
}

// One set for each request: nothing is shared between callers.
const ofRequest = new WeakMap<AppContext, Loaders>();

/** The loaders of this request. */
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

/** One loader for each combination of arguments. */
function byKey<Args extends unknown[], Loader>(create: (...args: Args) => Loader): (...args: Args) => Loader {
  const known = new Map<string, Loader>();
  return (...args) => {
    const key = args.join(' ');
    const found = known.get(key) ?? create(...args);
    known.set(key, found);
    return found;
  };
}
