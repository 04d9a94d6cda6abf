import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { createEcho, type Database, type Echo, listen } from '@memory-gateway/database';
import { createDispatch, type Dispatch } from './dispatch.js';
import type { Bus, BusTransaction } from './types.js';
import { fromPayload, toPayloads, type Envelope } from './wire.js';

const NOTIFY = 'SELECT pg_notify($1, payload) FROM unnest($2::text[]) AS payload';

/**
 * Creates the bus of this process. On Postgres, LISTEN and NOTIFY connect every gateway process on the same database.
 * The embedded database belongs to one process, whose bus hears what other processes do through it. These do not hear
 * what it does.
 * Messages sent while the listening connection is down are lost. After a reconnect, the bus announces changes that must
 * not be missed: the request log is read from its position, and every credential is checked again.
 * @throws Error if the listening connection cannot be opened
 */
export async function createBus(database: Database, options: { log?: Logger } = {}): Promise<Bus> {
  const { log } = options;
  const { channel } = database;
  const from = randomUUID();
  const dispatch = createDispatch((error, topic) => log?.error({ err: error, topic }, 'A listener of the bus failed.'));
  const isShared = database.kind === 'postgres';
  const isSent = isShared || database.isGuest;
  const payloads = (topic: Envelope['topic'], message: Envelope['message']) => toPayloads({ from, topic, message });
  let echo: Echo | null = null;
  const connection = watchConnection(database, log);
  const listener = isShared
    ? await listen({
        connectionString: database.directConnectionString,
        channel,
        onPayload: (payload) => {
          if (echo?.hear(payload) !== true) hear(dispatch, from, payload);
        },
        onReconnect() {
          connection.opened();
          catchUp(dispatch);
          void echo?.check();
        },
        onFailure: connection.failed,
      })
    : null;
  const unhear = database.onNotification((payload) => hear(dispatch, from, payload));
  if (isShared)
    echo = createEcho({
      send: (payload) => database.query(NOTIFY, [channel, [payload]]),
      onFault: (fault) => log?.error(fault),
      onRecovery: () => log?.info('Notifications of other processes arrive again.'),
    });
  return {
    notifications: { fault: () => connection.fault() ?? echo?.fault() ?? null, check: async () => echo?.check() },
    async publish(topic, message) {
      dispatch.emit(topic, message);
      if (isSent) await database.query(NOTIFY, [channel, payloads(topic, message)]);
    },
    async publishIn(tx, topic, message) {
      if (isSent) notifyAtEnd(tx, channel, payloads(topic, message));
      tx.afterCommit(() => dispatch.emit(topic, message));
    },
    subscribe: (topic, receive) => dispatch.subscribe(topic, receive),
    async close() {
      dispatch.clear();
      unhear();
      echo?.close();
      await listener?.close();
    },
  };
}

/** Knows why the connection that listens is not there. One that is lost and opened again at once is no fault. */
function watchConnection({ connectionString, directConnectionString }: Database, log: Logger | undefined) {
  const variable =
    directConnectionString === connectionString ? 'DATABASE_URL or POSTGRES_HOST' : 'DATABASE_DIRECT_URL';
  let failures = 0;
  let fault: string | null = null;
  return {
    fault: () => fault,
    failed(error: unknown) {
      failures += 1;
      // That it is lost, and why it cannot be opened again.
      if (failures <= 2)
        log?.warn({ err: error }, 'Receiving messages of other processes failed; live streams and caches may lag.');
      const cause = error instanceof Error ? error.message : String(error);
      if (failures > 1)
        fault = `The connection that receives notifications cannot be opened: ${cause}. Check ${variable}.`;
    },
    opened() {
      if (fault !== null) log?.info('Receiving messages of other processes works again.');
      [failures, fault] = [0, null];
    },
  };
}

// Postgres sends notifications at the commit, so one statement at the end sends those of the whole transaction.
const pending = new WeakMap<BusTransaction, string[]>();

function notifyAtEnd(tx: BusTransaction, channel: string, payloads: readonly string[]): void {
  const known = pending.get(tx);
  if (known) return void known.push(...payloads);
  const all = [...payloads];
  pending.set(tx, all);
  tx.queryLast(() => ({ text: NOTIFY, values: [channel, all] }));
}

function hear(dispatch: Dispatch, self: string, payload: string): void {
  const envelope = fromPayload(payload);
  if (envelope && envelope.from !== self) dispatch.emit(envelope.topic, envelope.message);
}

/** Messages were lost: logs may have grown, credentials may have changed, jobs may be waiting. */
function catchUp(dispatch: Dispatch): void {
  dispatch.emit('requestLogged', { lastId: Number.MAX_SAFE_INTEGER });
  dispatch.emit('messagesLost', { reason: 'The connection was lost.' });
  dispatch.emit('credentialChanged', {});
  dispatch.emit('configurationChanged', { part: 'providers' });
  dispatch.emit('jobQueued', { name: '' });
}
