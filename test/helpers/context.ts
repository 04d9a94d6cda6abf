import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import type { Caller, CallerKey, CallerUser } from '../../src/auth/caller.js';
import type { Role } from '../../src/roles.js';
import { createRateLimiter } from '../../src/auth/rate-limit.js';
import { createSealer } from '../../src/auth/sealed.js';
import { createTenantWall } from '../../src/auth/tenant-wall.js';
import { loadConfig } from '../../src/config.js';
import { createChangeFeed } from '../../src/events/change-feed.js';
import { createContext, type AppContext, type Services } from '../../src/context.js';
import type { RequestLogStream } from '../../src/events/request-log-stream.js';
import { prefixedId } from '../../src/ids.js';
import type { JobName, JobPayloads, JobQueue } from '../../src/jobs/types.js';
import { createOutbound } from '@memory-gateway/outbound';
import { ensureTenantRole, type Transaction } from '@memory-gateway/database';
import { createStores } from '../../src/stores/create-stores.js';
import { emptyDatabase, testDatabase } from '../setup/database.js';
import { createMemoryBus, type MemoryBus } from './memory-bus.js';
import { noProviders } from './no-providers.js';
import { unlimited } from './unlimited.js';

/** A job that a use case enqueued. */
interface EnqueuedJob {
  readonly name: JobName;
  readonly payload: JobPayloads[JobName];
}

/** Services of a test, which record messages and jobs instead of sending them. */
export interface TestServices extends Services {
  readonly bus: MemoryBus;
  readonly enqueued: readonly EnqueuedJob[];
}

/**
 * Creates services on this worker's emptied test database, without embedder and workers. `overrides` replaces services.
 */
export async function testServices(overrides: Partial<Omit<Services, 'bus'>> = {}): Promise<TestServices> {
  const database = await testDatabase();
  await emptyDatabase(database);
  const enqueued: EnqueuedJob[] = [];
  const jobs: JobQueue = {
    // Recorded on commit, like in the real queue.
    async enqueue(tx, name, payload) {
      tx.afterCommit(() => enqueued.push({ name, payload }));
    },
  };
  const stores = createStores(database, database);
  const log = pino({ level: 'silent' });
  const bus = createMemoryBus();
  return {
    config: loadConfig({ JWT_SECRET: 'a-secret-of-the-test-suite-5d1f0c', LOG_LEVEL: 'silent' }),
    database,
    stores,
    replica: null,
    replication: null,
    jobs,
    embedder: null,
    llm: () => null,
    reranker: null,
    providers: noProviders,
    outbound: createOutbound({ allow: ['loopback'] }),
    sealer: createSealer({ secret: 'a-secret-of-the-test-suite-5d1f0c', database }),
    // Only tests of the request log need a stream, and pass one in.
    requestLogs: undefined as unknown as RequestLogStream,
    authRateLimiter: createRateLimiter(),
    admission: unlimited,
    changes: createChangeFeed({ stores, bus, log }),
    log,
    now: () => new Date(),
    // Like a server on Postgres, so that use cases run under row-level security.
    tenantWall: (await ensureTenantRole(database)).isOn ? createTenantWall(database, null) : undefined,
    ...overrides,
    bus,
    enqueued,
  };
}

/** Creates the context of one request of a caller. A user without a key has a session. */
export function as(services: Services, who: Caller | CallerUser): AppContext {
  const caller = 'mode' in who ? who : signedIn(who);
  return createContext(services, { caller, requestId: randomUUID() });
}

/** Returns the caller for a user with a session. */
export function signedIn(user: CallerUser): Caller {
  return { mode: 'bearer', user, key: null, isAdmin: user.role === 'admin' };
}

/** Returns the caller for a user's API key that is not stored. */
export function withKey(user: CallerUser, key: Partial<CallerKey> = {}): Caller {
  const full: CallerKey = { id: randomUUID(), prefix: 'm0sk_testkey', projectId: null, readOnly: false, ...key };
  return { mode: 'api_key', user, key: full, isAdmin: user.role === 'admin' };
}

/** The admin key on an installation without users. */
export const adminKey: Caller = { mode: 'admin_api_key', user: null, key: null, isAdmin: true };

/** Users in tests. `root` is an admin; the others have no role until a project gives them one. */
export interface People {
  readonly root: CallerUser;
  readonly ada: CallerUser;
  readonly bob: CallerUser;
  readonly eve: CallerUser;
}

/** Creates the users of a test, which have no password. */
export async function people(services: Services): Promise<People> {
  const root = newUser('root', 'admin');
  const [ada, bob, eve] = [newUser('ada'), newUser('bob'), newUser('eve')];
  await insertUsers(services, [root, ada, bob, eve]);
  return { root, ada, bob, eve };
}

/** Creates one user with this name and the address `name@example.com`. */
export async function person(services: Services, name: string, role?: CallerUser['role']): Promise<CallerUser> {
  const user = newUser(name, role);
  await insertUsers(services, [user]);
  return user;
}

function newUser(name: string, role: CallerUser['role'] = 'member'): CallerUser {
  return { id: randomUUID(), name, email: `${name}@example.com`, role };
}

// One statement, because every commit is written to disk.
async function insertUsers(services: Services, users: readonly CallerUser[]): Promise<void> {
  await services.database.query(
    `INSERT INTO users (id, name, email, password_hash, role)
     SELECT id, name, email, '!', role FROM jsonb_to_recordset($1::jsonb) AS given(id uuid, name text, email text, role text)`,
    [JSON.stringify(users)],
  );
}

/** Ids of an organization and its project. */
export interface Tenant {
  readonly organizationId: string;
  readonly projectId: string;
}

type Members = readonly (readonly [CallerUser, Role])[];

/** Creates an organization with one project, with members of the project and owners of the organization. */
export async function tenant(services: Services, members: Members = [], owners: Members = []): Promise<Tenant> {
  const organizationId = prefixedId('org');
  await services.database.query('INSERT INTO organizations (id, name) VALUES ($1, $2)', [organizationId, 'Lighthouse']);
  for (const [user, role] of owners) await join(services, ['organization', organizationId], [user, role]);
  const projectId = await project(services, organizationId, members);
  await chooseDefault(services, projectId, owners);
  return { organizationId, projectId };
}

/** Creates one more project in an organization. */
export async function project(services: Services, organizationId: string, members: Members = []): Promise<string> {
  const projectId = prefixedId('proj');
  await services.database.query('INSERT INTO projects (id, organization_id, name) VALUES ($1, $2, $3)', [
    projectId,
    organizationId,
    'Lamp room',
  ]);
  for (const [user, role] of members) await join(services, ['project', projectId], [user, role]);
  await chooseDefault(services, projectId, members);
  return projectId;
}

/** Sets the first project of a user in a test as the default project. */
async function chooseDefault(services: Services, projectId: string, members: Members): Promise<void> {
  if (members.length === 0) return;
  await services.database.query(
    'UPDATE users SET default_project_id = $1 WHERE id = ANY ($2::uuid[]) AND default_project_id IS NULL',
    [projectId, members.map(([{ id }]) => id)],
  );
}

async function join(
  services: Services,
  [kind, id]: ['organization' | 'project', string],
  [user, role]: readonly [CallerUser, Role],
): Promise<void> {
  await services.database.query(`INSERT INTO ${kind}_members (${kind}_id, user_id, role) VALUES ($1, $2, $3)`, [
    id,
    user.id,
    role,
  ]);
}

/** Returns the ids of the default organization and project. */
export async function defaultTenant(services: Services): Promise<Tenant> {
  const rows = await services.database.query<Tenant>(
    'SELECT id AS project_id, organization_id FROM projects WHERE is_default AND deleted_at IS NULL',
  );
  if (!rows[0]) throw new Error('The test database has no default project.');
  return rows[0];
}

/**
 * Returns the services with transactions that run extra statements after each matching statement, so that concurrent
 * transactions reach the same point unless a lock blocks them. Makes races reproducible.
 */
export function lingering<Given extends Services>(services: Given, after: RegExp): Given {
  const { database } = services;
  const linger = (tx: Transaction): Transaction => {
    const lingerAfter = (run: Transaction['query']): Transaction['query'] =>
      async function <Row>(text: string, values?: readonly unknown[]) {
        const rows = await run<Row>(text, values);
        if (after.test(text)) for (let turn = 0; turn < 40; turn += 1) await tx.query('SELECT 1');
        return rows;
      };
    return { ...tx, query: lingerAfter(tx.query), execute: lingerAfter(tx.execute) };
  };
  return {
    ...services,
    database: { ...database, transaction: (work) => database.transaction((tx) => work(linger(tx))) },
  };
}
