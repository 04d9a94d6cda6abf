import { protocol } from '@electric-sql/pglite';

const { serialize } = protocol;

/** Returns the type byte of a message. */
export const byteOf = (letter: string): number => letter.charCodeAt(0);

// Messages of clients that the server distinguishes.
const QUERY = byteOf('Q');
const PARSE = byteOf('P');
const SYNC = byteOf('S');
const FUNCTION_CALL = byteOf('F');
const FLUSH = byteOf('H');
const TERMINATE = byteOf('X');

const SSL_REQUEST = 80877103;
const GSS_REQUEST = 80877104;
const CANCEL_REQUEST = 80877102;

// Longer statements are batches of inserts and are not inspected.
const MAX_COPY_COMMAND = 10_000;

type Greeting = 'startup' | 'encryption' | 'cancel';

// Messages that the engine must receive together. `sync` ends the statement, `flush` leaves it open, `terminate` closes
// the connection.
export interface Unit {
  bytes: Uint8Array;
  end: 'sync' | 'flush' | 'terminate';
}

export interface MessageReader {
  push(chunk: Buffer): void;
  /** Returns the next greeting, or undefined if it is incomplete. Call it only before the first unit. */
  greeting(): { kind: Greeting; bytes: Uint8Array } | undefined;
  /** Returns the next unit, or undefined if it is incomplete. */
  unit(): Unit | undefined;
}

/** Creates a reader for one connection of the Postgres wire protocol, version 3. */
export function createMessageReader(): MessageReader {
  let chunks: Buffer[] = [];
  let buffered = 0;
  let scanned = 0;

  // Joins chunks only when a message may be complete: a large parameter arrives in hundreds of chunks.
  const joined = () => {
    const buffer = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, buffered);
    chunks = [buffer];
    return buffer;
  };
  let wanted = 0;

  const take = (length: number) => {
    const buffer = joined();
    chunks = [buffer.subarray(length)];
    buffered -= length;
    scanned = 0;
    wanted = 0;
    return new Uint8Array(buffer.subarray(0, length));
  };

  return {
    push(chunk) {
      chunks.push(chunk);
      buffered += chunk.length;
    },
    greeting() {
      if (buffered < 8) return undefined;
      const buffer = joined();
      const length = buffer.readInt32BE(0);
      if (buffered < length) return undefined;
      const code = buffer.readInt32BE(4);
      const kind =
        code === SSL_REQUEST || code === GSS_REQUEST ? 'encryption' : code === CANCEL_REQUEST ? 'cancel' : 'startup';
      return { kind, bytes: take(length) };
    },
    unit() {
      if (buffered < wanted || buffered < scanned + 5) return undefined;
      const buffer = joined();
      while (buffered >= scanned + 5) {
        const type = buffer[scanned]!;
        wanted = scanned + 1 + buffer.readInt32BE(scanned + 1);
        if (buffered < wanted) return undefined;
        scanned = wanted;
        if (type === QUERY || type === SYNC || type === FUNCTION_CALL) return { bytes: take(scanned), end: 'sync' };
        if (type === FLUSH) return { bytes: take(scanned), end: 'flush' };
        if (type === TERMINATE) return { bytes: take(scanned), end: 'terminate' };
      }
      return undefined;
    },
  };
}

/** Encodes a query of the simple protocol. */
export const queryMessage = (sql: string): Uint8Array => serialize.query(sql);

/** Whether a unit is a simple query that expects data from the client, as `psql` sends for `\copy`. */
export function isCopyFromClient(unit: Uint8Array): boolean {
  if (unit[0] !== QUERY || unit.length > MAX_COPY_COMMAND) return false;
  const sql = Buffer.from(unit.buffer, unit.byteOffset + 5, unit.length - 5).toString('latin1');
  return /^\s*copy\b.*\bfrom\s+stdin\b/is.test(sql);
}

const beginMessages = [serialize.query('BEGIN'), serialize.parse({ text: 'BEGIN' })];

/** Whether a unit begins with the message with which the driver begins a transaction, alone or with its first statement. */
export function isBegin(unit: Uint8Array): boolean {
  return beginMessages.some((begin) => unit.length >= begin.length && begin.every((value, at) => unit[at] === value));
}

/** The engine's answer to a statement that it has prepared. */
export const PARSE_COMPLETE: Buffer = Buffer.from([byteOf('1'), 0, 0, 0, 4]);

/** Returns the first message of a unit if it prepares a statement under a name. */
export function readNamedParse(unit: Uint8Array): { name: string; message: Buffer } | undefined {
  if (unit[0] !== PARSE || unit[5] === 0) return undefined;
  const bytes = Buffer.from(unit.buffer, unit.byteOffset, unit.byteLength);
  const message = bytes.subarray(0, 1 + bytes.readInt32BE(1));
  return { name: message.toString('utf8', 5, message.indexOf(0, 5)), message };
}

const NOTIFICATION = byteOf('A');

/** Returns the payloads of the notifications in an answer of the engine. */
export function readNotifications(answer: Buffer): string[] {
  const payloads: string[] = [];
  for (let at = 0; at + 5 <= answer.length; at += 1 + answer.readInt32BE(at + 1)) {
    if (answer[at] !== NOTIFICATION) continue;
    // Type, length, process and the name of the channel stand before the payload.
    const payload = answer.indexOf(0, at + 9) + 1;
    payloads.push(answer.toString('utf8', payload, answer.indexOf(0, payload)));
  }
  return payloads;
}

/** Encodes a Sync message, which ends an open statement. */
export const syncMessage = (): Uint8Array => serialize.sync();

/** Encodes the startup message of a client for database and user `postgres`. */
export const startupMessage = (): Uint8Array => serialize.startup({ user: 'postgres', database: 'postgres' });

/** Encodes an error that closes the connection. `code` is an SQLSTATE. */
export function createFatalMessage(code: string, text: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${text}\0\0`, 'utf8');
  const message = Buffer.alloc(fields.length + 5);
  message[0] = byteOf('E');
  message.writeInt32BE(fields.length + 4, 1);
  fields.copy(message, 5);
  return message;
}
