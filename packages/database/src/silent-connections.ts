import { Socket } from 'node:net';
import pg from 'pg';
import { getSocket } from './database-pool.js';

/** A connection in use that receives nothing between two looks is silent. With the time for an answer, that takes 20 seconds at most. */
const EVERY_MS = 7_500;
const ANSWER_MS = 5_000;

/**
 * Ends connections in use that are silent, if the database leaves a new one without an answer, too: a frozen machine keeps its connections,
 * and statements would wait without end. A statement that takes long is left alone.
 * @param directConnectionString past a pooler, which answers when the database does not
 */
export function endSilentConnections(pool: pg.Pool, directConnectionString: string): void {
  const received = new Map<Socket, number>();
  pool.on('acquire', (client) => received.set(getSocket(client), -1));
  pool.on('release', (_error, client) => received.delete(getSocket(client)));

  async function look(): Promise<void> {
    if (pool.ended) return clearInterval(timer);
    const silent = [...received].filter(([socket, bytes]) => socket.bytesRead === bytes);
    for (const socket of received.keys()) received.set(socket, socket.bytesRead);
    if (silent.length === 0 || (await isAnswering(directConnectionString))) return;
    for (const [socket, bytes] of silent)
      if (received.get(socket) === bytes && socket.bytesRead === bytes)
        socket.destroy(new Error('Connection terminated: the database does not answer.'));
  }
  const timer = setInterval(() => void look(), EVERY_MS).unref();
}

/** Whether a new connection gets an answer in time, of any kind. */
async function isAnswering(connectionString: string): Promise<boolean> {
  const socket = new Socket();
  const client = new pg.Client({ connectionString, stream: () => socket });
  client.on('error', () => undefined);
  const silence = new Promise<boolean>((resolve) => setTimeout(resolve, ANSWER_MS, false).unref());
  const isAnswered = () => true;
  try {
    return await Promise.race([client.connect().then(isAnswered, isAnswered), silence]);
  } finally {
    socket.destroy();
  }
}
