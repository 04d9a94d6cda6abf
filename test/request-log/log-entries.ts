import { createStores } from '../../src/stores/create-stores.js';
import type { Database } from '@memory-gateway/database';
import type { RequestLogEntry } from '../../src/stores/request-log/request-log-entry.js';
import {
  createRequestLogStream,
  type RequestLogFrame,
  type RequestLogParts,
  type RequestLogStream,
} from '../../src/events/request-log-stream.js';
import { pino } from 'pino';
import { createBus } from '../../src/events/bus.js';

/** Creates a log entry. Its operation identifies it within a test. */
export function entry(operation: string, change: Partial<RequestLogEntry> = {}): RequestLogEntry {
  return {
    method: 'POST',
    path: '/graphql',
    operation,
    operationType: null,
    statusCode: 200,
    outcome: 'OK',
    errors: [],
    latencyMs: 1.25,
    authType: 'api_key',
    userId: null,
    keyPrefix: 'm0sk_abcdefg',
    projectId: null,
    otherProjectIds: [],
    memoryIds: [],
    eventIds: [],
    requestId: 'f00d',
    traceId: null,
    client: 'tests',
    clientVersion: null,
    clientAddress: null,
    bytesIn: null,
    bytesOut: null,
    databaseMs: 0,
    modelMs: 0,
    modelTokens: 0,
    cost: null,
    createdAt: new Date(),
    ...change,
  };
}

/** Opens a live log with its own bus, like one process. */
export async function openStream(
  database: Database,
  change: Partial<RequestLogParts> = {},
): Promise<{ stream: RequestLogStream; close(): Promise<void> }> {
  const bus = await createBus(database);
  const stream = createRequestLogStream({
    database,
    stores: createStores(database, database),
    bus,
    log: pino({ level: 'silent' }),
    lingerMs: 1,
    ...change,
  });
  const close = async () => {
    await stream.close();
    await bus.close();
  };
  return { stream, close };
}

/** Reads the next `count` frames. */
export async function read(frames: AsyncIterator<RequestLogFrame>, count: number): Promise<RequestLogFrame[]> {
  const got: RequestLogFrame[] = [];
  while (got.length < count) {
    const { done, value } = await frames.next();
    if (done) break;
    got.push(value);
  }
  return got;
}

/** Returns the operations of logged frames, and the counts of dropped ones. */
export function summary(frames: readonly RequestLogFrame[]): (string | number | null)[] {
  return frames.map((frame) => (frame.kind === 'logged' ? frame.row.operation : frame.count));
}
