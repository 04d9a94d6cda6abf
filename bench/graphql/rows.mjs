// Rows for every peer: pg with named statements and one batch function per relation, without authentication and
// logging.
import DataLoader from 'dataloader';
import pg from 'pg';

pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });

// Memories are read with the columns of the requested page, as in the fastest handwritten server.
const memoryColumns = {
  narrow: 'm.project_id, m.text',
  ordinary: 'm.project_id, m.id, m.text, m.user_id AS "userId", m.created_at AS "createdAt"',
  full: `m.project_id, m.id, m.text, m.user_id AS "userId", m.agent_id AS "agentId", m.app_id AS "appId", m.run_id AS "runId", m.actor, m.role,
    m.metadata, m.categories, m.expiration_date AS "expirationDate", m.event_date AS "eventDate", m.immutable AS "isImmutable",
    m.lifecycle_state AS "lifecycleState", m.replaced_by AS "replacedById", m.hash, m.created_at AS "createdAt", m.updated_at AS "updatedAt"`,
};
const memberColumns = {
  narrow: 'm.project_id, u.email',
  ordinary: 'm.project_id, u.name, u.email, m.role',
  full: 'm.project_id, u.id AS "userId", u.name, u.email, m.role, m.created_at AS "createdAt"',
};

async function read(name, text, keys) {
  const { rows } = await pool.query({ name, text, values: [keys] });
  return rows;
}

const oneEach = (keys, rows) => keys.map((key) => rows.find((row) => row.id === key) ?? null);
const listEach = (keys, rows) => keys.map((key) => rows.filter((row) => row.project_id === key));

export const readProjects = async (ids) =>
  oneEach(ids, await read('projects', 'SELECT * FROM projects WHERE id = ANY($1)', ids));

export const readOrganizations = async (ids) =>
  oneEach(ids, await read('organizations', 'SELECT * FROM organizations WHERE id = ANY($1)', ids));

export const readMembers = async (ids, size) =>
  listEach(
    ids,
    await read(
      `members ${size}`,
      `SELECT ${memberColumns[size]} FROM project_members m JOIN users u ON u.id = m.user_id WHERE m.project_id = ANY($1) ORDER BY u.email`,
      ids,
    ),
  );

export const readMemories = async (ids, size) =>
  listEach(
    ids,
    await read(
      `memories ${size}`,
      `SELECT found.* FROM unnest($1::text[]) AS p(id) CROSS JOIN LATERAL (SELECT ${memoryColumns[size]} FROM memories m
       WHERE m.project_id = p.id ORDER BY m.created_at DESC, m.id DESC LIMIT 20) AS found`,
      ids,
    ),
  );

/** Creates the loaders of one request. */
export const createLoaders = () => ({
  project: new DataLoader(readProjects),
  organization: new DataLoader(readOrganizations),
  members: new DataLoader((keys) =>
    readMembers(
      keys.map(({ id }) => id),
      keys[0].size,
    ),
  ),
  memories: new DataLoader((keys) =>
    readMemories(
      keys.map(({ id }) => id),
      keys[0].size,
    ),
  ),
});
