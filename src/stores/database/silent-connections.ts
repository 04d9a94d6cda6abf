import type { Socket } from 'node:net';
import pg from 'pg';

/** A connection in use that receives nothing between two looks is silent. */
const EVERY_MS = 15_000;
const ANSWER_MS = 5_000;

/**
 * Ends connections in use that are silent, if the database leaves a new one without an answer, too: a frozen machine keeps its connections,
 * and statements would wait without end. A statement that takes long is left alone.
 */
export function endSilentConnections(pool: pg.Pool, connectionString: string): void {
  const received = new Map<pg.PoolClient, number>();
  pool.on('acquire', (client) => received.set(client, -1));
  pool.on('release', (_error, client) => received.delete(client));

  async function look(): Promise<void> {
    if (pool.ended) return clearInterval(timer);
    const silent = [...received].filter(([client, bytes]) => bytesFrom(client) === bytes);
    for (const client of received.keys()) received.set(client, bytesFrom(client));
    if (silent.length === 0 || (await isAnswering(connectionString))) return;
    for (const [client, bytes] of silent)
      if (received.get(client) === bytes && bytesFrom(client) === bytes)
        client.connection.stream.destroy(new Error('Connection terminated: the database does not answer.'));
  }
  const timer = setInterval(() => void look(), EVERY_MS).unref();
}

const bytesFrom = (client: pg.PoolClient) => (client.connection.stream as Socket).bytesRead;

/** Whether a new connection gets an answer in time, of any kind. */
async function isAnswering(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString });
  client.on('error', () => undefined);
  const silence = new Promise<boolean>((resolve) => setTimeout(resolve, ANSWER_MS, false).unref());
  const isAnswered = () => true;
  try {
    return await Promise.race([client.connect().then(isAnswered, isAnswered), silence]);
  } finally {
    client.connection.stream.destroy();
  }
}
