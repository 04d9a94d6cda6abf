import DataLoader from 'dataloader';
import type { AppContext } from '../context.js';
import { NotFoundError } from '../errors.js';
import type { Page } from '../page.js';
import { firstMembersOfProjects, memberCountsOfProjects } from '../resolvers/member.js';
import { countsOfProjects, firstPagesOfProjects } from '../resolvers/memory/project-pages.js';
import { firstProjectsOfOrganizations, projectsByIds, type OwnProject } from '../resolvers/project.js';
import type { MemberRow } from '../stores/member.js';
import type { MemoryRow } from '../stores/memory-row.js';

type First = number | null | undefined;

/** Readers that answer a whole level of a query with one statement. */
interface Loaders {
  readonly project: DataLoader<string, OwnProject>;
  readonly members: (first: First) => DataLoader<string, Page<MemberRow>>;
  readonly memoryCount: DataLoader<string, number>;
  readonly memories: (first: First) => DataLoader<string, Page<MemoryRow>>;
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
    members: bySize((first) => new DataLoader((projectIds) => firstMembersOfProjects(ctx, { projectIds, first, total: (id) => memberCount.load(id) }))),
    memories: bySize((first) => new DataLoader((projectIds) => firstPagesOfProjects(ctx, { projectIds, first, total: (id) => memoryCount.load(id) }))),
    projects: bySize((first) => new DataLoader((organizationIds) => firstProjectsOfOrganizations(ctx, { organizationIds, first }))),
  };
}

function bySize<Loader>(create: (first: First) => Loader): (first: First) => Loader {
  const known = new Map<First, Loader>();
  return (first) => {
    const found = known.get(first) ?? create(first);
    known.set(first, found);
    return found;
  };
}
