import { Socket } from 'node:net';
import pg from 'pg';

export type QueryListener = (text: string) => void;

export interface PoolOptions {
  connectionString: string;
  maxConnections: number;
  connectTimeout: number;
  listeners: ReadonlySet<QueryListener>;
}

/** Opens a pool that reports statements, survives lost connections, and parses values (Prisma brings own parsers). */
export function openPool({ listeners, ...options }: PoolOptions): pg.Pool {
  class Client extends pg.Client {
    constructor(config?: pg.ClientConfig) {
      const socket = new Socket();
      super({ ...config, stream: () => socket });
      sockets.set(this, socket);
      // A lost connection already fails the running query. Without a listener, the `error` event would end the process.
      this.on('error', () => undefined);
      const send = this.query.bind(this) as Send;
      this.query = ((...parameters: unknown[]) => {
        const text = statementText(parameters[0]);
        for (const listener of listeners) listener(text);
        return send(...parameters);
      }) as typeof this.query;
    }
  }
  const pool = new pg.Pool({
    Client,
    connectionString: options.connectionString,
    max: options.maxConnections,
    connectionTimeoutMillis: options.connectTimeout,
    idleTimeoutMillis: 30_000,
    // A machine that is gone sends no end of the connection: a statement that it received would wait without end.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    allowExitOnIdle: false,
    // Statements that do not wait for each other share a round trip.
    pipeline: true,
    types: { getTypeParser },
  });
  // The pool drops a lost idle connection itself and opens another one when needed.
  pool.on('error', () => undefined);
  return pool;
}

const sockets = new WeakMap<pg.ClientBase, Socket>();

/** Returns the socket of a connection of {@link openPool}. Under TLS, the one that carries the encrypted bytes. */
export function getSocket(client: pg.ClientBase): Socket {
  const socket = sockets.get(client);
  if (!socket) throw new Error('The connection belongs to another pool.');
  return socket;
}

type Send = (...parameters: unknown[]) => unknown;

/** Sends a statement that belongs to another one, such as BEGIN, and that listeners do not hear of. */
export function sendUnheard(client: pg.PoolClient, statement: pg.QueryConfig): Promise<pg.QueryResult> {
  const send: (this: pg.ClientBase, sent: pg.QueryConfig) => Promise<pg.QueryResult> = pg.Client.prototype.query;
  return send.call(client, statement);
}
function statementText(query: unknown): string {
  if (typeof query === 'string') return query;
  return query instanceof Object && 'text' in query ? String(query.text) : '';
}

const { builtins } = pg.types;
const INT8_ARRAY = 1016;
const NUMERIC_ARRAY = 1231;
const DATE_ARRAY = 1182;
const TEXT_ARRAY = 1009;

type Parser = (value: string) => unknown;

// The driver declares `any` as the return type.
const builtinParser = pg.types.getTypeParser as (oid: number, format?: 'text' | 'binary') => Parser;
const parseTextArray = builtinParser(TEXT_ARRAY) as (value: string) => string[];

// The session writes times in UTC. The driver's own parser takes ten times as long, because it accepts every style.
const parseTime = builtinParser(builtins.TIMESTAMPTZ) as (value: string) => Date;
const utcTime = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)?\+00$/;

const parsers = new Map<number, Parser>([
  [
    builtins.TIMESTAMPTZ,
    (value) => (utcTime.test(value) ? new Date(`${value.slice(0, 10)}T${value.slice(11, -3)}Z`) : parseTime(value)),
  ],
  // Ids and counts stay far below 2^53.
  [builtins.INT8, Number],
  [builtins.NUMERIC, Number],
  // A date has no time zone; a Date object would shift it.
  [builtins.DATE, (value) => value],
  [INT8_ARRAY, (value) => parseTextArray(value).map(Number)],
  [NUMERIC_ARRAY, (value) => parseTextArray(value).map(Number)],
  [DATE_ARRAY, (value) => parseTextArray(value)],
]);

function getTypeParser(oid: number, format?: 'text' | 'binary'): Parser {
  const parser = format === 'binary' ? undefined : parsers.get(oid);
  return parser ?? builtinParser(oid, format);
}
