import type pg from 'pg';
import { storeBeside, storeWithoutIndex, TEXT } from '../search-size/fill.js';

/** Which projects to store. */
export interface Tenants {
  /** Number of projects of other organizations. 0: none. */
  readonly projects: number;
  /** Memories of all of them together. By Zipf's law, the largest has a tenth and most have two or three. */
  readonly memories: number;
  /** The project that is measured, and its memories. */
  readonly small: { readonly projectId: string; readonly memories: number };
}

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

/** Id of the project with this rank, which has an organization and an owner of its own. */
export const tenantId = (rank: number) => `proj_tenant${rank}`;

/** Returns the number of memories of each project, the largest first. */
export function tenantSizes({ projects, memories }: Pick<Tenants, 'projects' | 'memories'>): number[] {
  const ranks = numbers(projects);
  const harmonic = ranks.reduce((total, rank) => total + 1 / rank, 0);
  return ranks.map((rank) => Math.max(1, Math.round(memories / harmonic / rank)));
}

const OWNERS = `
INSERT INTO organizations (id, name) SELECT 'org_tenant' || n, 'Tenant ' || n FROM generate_series(1, $1::int) n`;

const USERS = `
INSERT INTO users (id, name, email, password_hash)
SELECT gen_random_uuid(), 'Owner ' || n, 'owner' || n || '@example.com', 'x' FROM generate_series(1, $1::int) n`;

const MEMBERS = `
INSERT INTO organization_members (organization_id, user_id, role)
SELECT 'org_tenant' || substring(email FROM '\\d+'), id, 'OWNER' FROM users WHERE email ~ '^owner\\d+@example.com$'`;

const PROJECTS = `
INSERT INTO projects (id, organization_id, name)
SELECT 'proj_tenant' || n, 'org_tenant' || n, 'Project ' || n FROM generate_series(1, $1::int) n`;

// A user of a project has 20 memories.
const MEMORIES = `
INSERT INTO memories (id, project_id, user_id, run_id, text, hash, dedupe_key, created_at)
SELECT gen_random_uuid(), project_id, 'user-' || (place - 1) / 20, 'run-' || (place - 1) / 5, ${TEXT}, 'h', sha256(convert_to(n::text, 'UTF8')),
  now() - n * interval '10 seconds'
FROM (
  SELECT t.project_id, place, row_number() OVER ()::int AS n
  FROM unnest($1::text[], $2::int[]) AS t(project_id, size), LATERAL generate_series(1, t.size) AS place
) AS numbered`;

/** Stores projects with memories, history, entities and vectors of the server's embedding model. @returns number of memories */
export async function fillTenants(client: pg.ClientBase, tenants: Tenants): Promise<number> {
  const { projects, small } = tenants;
  const others = tenantSizes(tenants).map((size, index) => ({ id: tenantId(index + 1), size }));
  const all = [{ id: small.projectId, size: small.memories }, ...others];
  const memories = all.reduce((total, { size }) => total + size, 0);
  for (const statement of [OWNERS, USERS, PROJECTS]) await client.query(statement, [projects]);
  await client.query(MEMBERS);
  const { rows } = await client.query<{ id: number }>("SELECT id FROM embedders WHERE name LIKE 'openai/%'");
  const embedder = rows[0]?.id ?? 0;
  await storeWithoutIndex(client, { memories, embedder }, async () => {
    await client.query(MEMORIES, [all.map(({ id }) => id), all.map(({ size }) => size)]);
    await storeBeside(client, { projectIds: all.map(({ id }) => id), embedder });
  });
  return memories;
}
