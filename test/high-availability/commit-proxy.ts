import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** Stands between a gateway and Postgres, and loses the answer of one COMMIT. */
export interface CommitProxy {
  readonly port: number;
  /** Ends the connection that sends this text when Postgres has committed, before the sender hears of it. */
  loseCommitOf(text: string): void;
  /** How many answers were lost. */
  lost(): number;
  close(): Promise<void>;
}

const COMMITTED = Buffer.from('COMMIT\0');

export async function startCommitProxy(target: URL): Promise<CommitProxy> {
  const sockets = new Set<Socket>();
  let text: Buffer | null = null;
  let lost = 0;
  const server = createServer((client) => {
    const database = connect(Number(target.port), target.hostname);
    let isWanted = false;
    const end = () => [client, database].forEach((socket) => socket.destroy());
    for (const socket of [client, database]) {
      sockets.add(socket);
      socket.on('error', end).on('close', () => {
        sockets.delete(socket);
        end();
      });
    }
    client.on('data', (data) => {
      isWanted ||= text !== null && data.includes(text);
      database.write(data);
    });
    database.on('data', (data) => {
      if (!isWanted || !data.includes(COMMITTED)) return void client.write(data);
      [isWanted, text] = [false, null];
      lost += 1;
      end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    loseCommitOf: (wanted) => void (text = Buffer.from(wanted)),
    lost: () => lost,
    async close() {
      sockets.forEach((socket) => socket.destroy());
      server.close();
      await once(server, 'close');
    },
  };
}
