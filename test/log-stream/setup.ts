import type { ServerResponse } from 'node:http';
import type { AppContext } from '../../src/context.js';
import { withoutWall } from '../../src/context.js';
import { transact } from '../../src/unit-of-work/transact.js';
import { createAuditSealer } from '../../src/jobs/audit-sealer.js';
import {
  startLogStreamWorker,
  type LogStreamWorker,
  type LogStreamWorkerOptions,
} from '../../src/log-streams/delivery/log-stream-worker.js';
import { createLogStream, type CreatedLogStream } from '../../src/resolvers/log-stream/create-log-stream.js';
import type { LogStreamInput } from '../../src/resolvers/log-stream/log-stream-input.js';
import type { RequestLogEntry } from '../../src/stores/request-log/request-log-entry.js';
import {
  as,
  people,
  project,
  tenant,
  testServices,
  type People,
  type Tenant,
  type TestServices,
} from '../helpers/context.js';
import { startLogReceiver, type LogReceiver } from './log-receiver.js';

/** Services, a project of ada, a project of eve, and a receiver. */
export interface LogStreamTest {
  readonly services: TestServices;
  readonly cast: People;
  readonly place: Tenant;
  /** Another project of the same organization. */
  readonly sibling: string;
  readonly foreign: Tenant;
  readonly owner: AppContext;
  readonly receiver: LogReceiver;
  /** Advances the worker's clock. */
  forward(ms: number): void;
  /** Writes request log rows. @returns their ids */
  request(count: number, entry?: Partial<RequestLogEntry>): Promise<number[]>;
  /** Writes and seals rows of the audit log. */
  change(count: number, at?: { organizationId?: string; projectId: string | null }): Promise<void>;
  create(input?: Partial<LogStreamInput>): Promise<CreatedLogStream>;
  start(options?: LogStreamWorkerOptions): LogStreamWorker;
  /** Stops everything that was started. */
  close(): Promise<void>;
}

/** Prepares a test. `respond` defines the receiver's response. */
export async function prepareLogStreams(
  respond?: (response: ServerResponse, count: number) => void,
): Promise<LogStreamTest> {
  let offset = 0;
  const services = await testServices({ now: () => new Date(Date.now() + offset) });
  const cast = await people(services);
  const place = await tenant(services, [[cast.bob, 'READER']], [[cast.ada, 'OWNER']]);
  const sibling = await project(services, place.organizationId);
  const foreign = await tenant(services, [[cast.eve, 'OWNER']], [[cast.eve, 'OWNER']]);
  const receiver = await startLogReceiver(respond);
  const owner = as(services, cast.ada);
  const workers: LogStreamWorker[] = [];
  const sealer = createAuditSealer(services);
  let made = 0;
  return {
    services,
    cast,
    place,
    sibling,
    foreign,
    owner,
    receiver,
    forward: (ms) => void (offset += ms),
    async request(count, entry = {}) {
      const entries = Array.from({ length: count }, () => ({
        ...requestEntry(place.projectId, (made += 1)),
        ...entry,
      }));
      const rows = await services.database.transaction((tx) => services.stores.requestLogs.insertBatch(tx, entries));
      return rows.map(({ id }) => id);
    },
    async change(count, at = place) {
      for (let index = 0; index < count; index += 1)
        await transact(withoutWall(owner), async ({ audit }) => {
          made += 1;
          const after = { name: `Lamp ${made}` };
          await audit({ action: 'lamp.light', targetId: `lamp-${made}`, place: { ...place, ...at }, after });
        });
      await sealer.seal();
    },
    create: (input = {}) =>
      createLogStream(owner, {
        projectId: input.organizationId ? null : place.projectId,
        name: 'logs',
        source: 'REQUEST_LOG',
        format: 'NDJSON',
        url: receiver.url,
        ...input,
      }),
    start(options = {}) {
      const worker = startLogStreamWorker(services, { pollMs: 10, retryMs: 1, ...options });
      workers.push(worker);
      return worker;
    },
    async close() {
      await Promise.all(workers.map((worker) => worker.stop(0)));
      await receiver.close();
      await sealer.close();
    },
  };
}

/** Returns a request log entry with every field. */
export function requestEntry(projectId: string | null, number: number): RequestLogEntry {
  return {
    method: 'POST',
    path: '/v3/memories/add/',
    operation: 'addMemories',
    operationType: null,
    statusCode: 200,
    outcome: 'OK',
    errors: [],
    latencyMs: 12.5,
    authType: 'api_key',
    userId: null,
    keyPrefix: 'm0sk_testkey',
    projectId,
    otherProjectIds: [],
    memoryIds: [],
    eventIds: [],
    requestId: `request-${number}`,
    traceId: null,
    client: 'py',
    clientVersion: '1.2.3',
    clientAddress: null,
    bytesIn: 10,
    bytesOut: 20,
    databaseMs: 1.25,
    modelMs: 0,
    modelTokens: 0,
    cost: null,
    createdAt: new Date('2026-03-01T10:00:00.500Z'),
  };
}

/** Returns the row ids of NDJSON batches, batch by batch. */
export function idsOf(receiver: LogReceiver): number[][] {
  return receiver.batches.map(({ body }) => readLines(body).map(({ id }) => Number(id)));
}

/** Parses a body with one object per line. */
export function readLines(body: string): Record<string, unknown>[] {
  return body
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}
