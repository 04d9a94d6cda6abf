import { createServer, type Server, type Socket } from 'node:net';
import type { PGlite } from '@electric-sql/pglite';
import { createSharedStatements } from './shared-statements.js';
import {
  createFatalMessage,
  isBegin,
  isCopyFromClient,
  createMessageReader,
  queryMessage,
  readNotifications,
  startupMessage,
  syncMessage,
  type MessageReader,
  type Unit,
} from './messages.js';

interface Connection {
  socket: Socket;
  reader: MessageReader;
  greeted: boolean;
  units: Unit[];
  /** Time since which the first unit waits for the engine, in milliseconds of the monotonic clock. */
  waitingSince: number;
}

export interface WireServerOptions {
  engine: PGlite;
  socketPath: string;
  maxConnections: number;
  /** Milliseconds after which a client that idles inside a transaction is disconnected if other clients wait. */
  idleTransactionTimeout: number;
  /** Channel whose notifications are passed on. Null: none. */
  channel: string | null;
  onNotification(payload: string): void;
  onFatal(error: unknown): void;
}

export interface WireServer {
  /** Stops listening, disconnects every client and rolls back open transactions. */
  stop(): Promise<void>;
}

/**
 * Serves the Postgres protocol of one engine to many clients on a Unix socket.
 * The engine has one session. Two rules isolate its clients: the engine gets whole units only (everything up to Sync,
 * even if it arrives in pieces), so that no client's Bind finds another client's Parse; and a transaction belongs to
 * one client from its first unit to its end. If that client disconnects, its transaction is rolled back.
 */
export async function startWireServer(options: WireServerOptions): Promise<WireServer> {
  const turns = engineTurns(options);
  const greeting = await engineOutput(options.engine, startupMessage());
  if (options.channel !== null) await engineOutput(options.engine, queryMessage(`LISTEN ${options.channel}`));
  const connections = new Set<Connection>();
  const server = createServer((socket) => {
    if (connections.size >= options.maxConnections) {
      socket.on('error', () => socket.destroy());
      socket.end(createFatalMessage('53300', 'sorry, too many clients already'));
      return;
    }
    const connection: Connection = {
      socket,
      reader: createMessageReader(),
      greeted: false,
      units: [],
      waitingSince: 0,
    };
    connections.add(connection);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      connections.delete(connection);
      turns.leave(connection);
    });
    socket.on('data', (chunk) => {
      connection.reader.push(chunk);
      if (!connection.greeted) greet(connection, greeting);
      if (connection.greeted) receive(connection, turns);
    });
  });
  await listen(server, options.socketPath);
  return {
    async stop() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const { socket } of connections) socket.destroy();
      await closed;
    },
  };
}

function listen(server: Server, socketPath: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(socketPath, resolve);
  });
}

// Every client gets the same recorded greeting, which needs no turn at the engine.
function greet(connection: Connection, answer: Buffer): void {
  for (let request = connection.reader.greeting(); request; request = connection.reader.greeting()) {
    if (request.kind === 'encryption') {
      connection.socket.write('N');
    } else if (request.kind === 'cancel') {
      connection.socket.end();
      return;
    } else {
      connection.socket.write(answer);
      connection.greeted = true;
      return;
    }
  }
}

function receive(connection: Connection, turns: Turns): void {
  for (let unit = connection.reader.unit(); unit; unit = connection.reader.unit()) {
    if (unit.end === 'terminate') {
      connection.socket.end();
      return;
    }
    connection.units.push(unit);
    turns.want(connection);
  }
}

interface Turns {
  want(connection: Connection): void;
  leave(connection: Connection): void;
}

const REFUSE_COPY =
  "DO $$ BEGIN RAISE feature_not_supported USING MESSAGE = 'COPY FROM STDIN is not available on the embedded database'; END $$";

function engineTurns(options: WireServerOptions): Turns {
  const { engine } = options;
  const run = createSharedStatements((bytes) => engineOutput(engine, bytes));
  const waiting = new Set<Connection>();
  let owner: Connection | undefined;
  let left = { statementOpen: false, since: 0 };
  let scheduled = false;
  let watch: NodeJS.Timeout | undefined;

  const enter = (connection: Connection) => {
    if (waiting.has(connection)) return;
    connection.waitingSince = performance.now();
    waiting.add(connection);
  };

  const schedule = () => {
    if (scheduled) return;
    scheduled = true;
    setImmediate(() => {
      scheduled = false;
      step().catch(options.onFatal);
    });
  };

  const step = async () => {
    const next = owner ?? firstInLine(waiting);
    const unit = next?.units.shift();
    if (next === undefined || unit === undefined) return watchIdleOwner();
    owner = next;
    // The engine cannot wait for data and would crash.
    const answer = await run(isCopyFromClient(unit.bytes) ? queryMessage(REFUSE_COPY) : unit.bytes);
    if (next.socket.writable) next.socket.write(answer);
    if (options.channel !== null) readNotifications(answer).forEach(options.onNotification);
    left = { statementOpen: unit.end === 'flush', since: Date.now() };
    if (!left.statementOpen && !engine.isInTransaction()) owner = undefined;
    // Moves the client to the back of the queue, so that a busy client does not starve the others.
    waiting.delete(next);
    if (next.units.length > 0) enter(next);
    if (waiting.size > 0) schedule();
  };

  const leave = async (connection: Connection) => {
    connection.units.length = 0;
    waiting.delete(connection);
    if (owner !== connection) return;
    if (left.statementOpen) await engineOutput(engine, syncMessage());
    if (engine.isInTransaction()) await engineOutput(engine, queryMessage('ROLLBACK'));
    owner = undefined;
    schedule();
  };

  // A client that idles inside a transaction blocks every other client.
  const watchIdleOwner = () => {
    clearTimeout(watch);
    const idle = owner;
    if (idle === undefined || waiting.size === 0) return;
    const wait = left.since + options.idleTransactionTimeout - Date.now();
    watch = setTimeout(
      () => {
        if (owner !== idle || left.since + options.idleTransactionTimeout > Date.now()) return watchIdleOwner();
        idle.socket.end(
          createFatalMessage('25P03', 'terminating connection: it was idle in a transaction while others waited'),
        );
        leave(idle).catch(options.onFatal);
      },
      Math.max(wait, 1),
    );
    watch.unref();
  };

  return {
    want(connection) {
      enter(connection);
      schedule();
    },
    leave(connection) {
      leave(connection).catch(options.onFatal);
    },
  };
}

/** Longest time that single statements may delay a transaction, in milliseconds. */
const transactionDelayMs = 500;

// Single statements overtake transactions, which take many times as long. Otherwise each statement of a read would wait
// for the transactions of all writers.
function firstInLine(waiting: ReadonlySet<Connection>): Connection | undefined {
  const [first] = waiting;
  if (first === undefined || performance.now() - first.waitingSince > transactionDelayMs) return first;
  for (const connection of waiting) if (!beginsTransaction(connection.units[0])) return connection;
  return first;
}

function beginsTransaction(unit: Unit | undefined): boolean {
  return unit !== undefined && isBegin(unit.bytes);
}

// Runs one message. No socket event can interleave: the engine responds before its first `await`, then only microtasks
// run.
async function engineOutput(engine: PGlite, message: Uint8Array): Promise<Buffer> {
  const parts: Buffer[] = [];
  await engine.execProtocolRawStream(message, {
    // Commits are already on disk. This option copies in-memory file systems.
    syncToFs: false,
    onRawData: (data) => void parts.push(Buffer.from(data)),
  });
  return Buffer.concat(parts);
}
