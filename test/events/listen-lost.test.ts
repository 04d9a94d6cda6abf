import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { describe, expect, inject, it } from 'vitest';
import { createApp, type App } from '../../src/app.js';
import { loadConfig } from '../../src/config.js';
import { emptyDatabase, testConnectionString, testDatabase } from '../setup/database.js';

/** Stands between the server and Postgres, and can refuse connections. */
class Road {
  private isOpen = true;
  private readonly sockets = new Set<Socket>();
  private constructor(private readonly server: Server) {}

  static async to(target: URL): Promise<Road> {
    const server = createServer((client) => road.join(client, target));
    const road = new Road(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return road;
  }
  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }
  open(): void {
    this.isOpen = true;
  }
  break(): void {
    this.isOpen = false;
    for (const socket of this.sockets) socket.destroy();
  }
  close(): void {
    this.break();
    this.server.close();
  }
  private join(client: Socket, target: URL): void {
    if (!this.isOpen) return void client.destroy();
    const database = connect(Number(target.port || '5432'), target.hostname);
    const ends = [client, database];
    for (const socket of ends) {
      this.sockets.add(socket);
      socket
        .on('error', () => undefined)
        .on('close', () => {
          this.sockets.delete(socket);
          for (const end of ends) end.destroy();
        });
    }
    client.pipe(database).pipe(client);
  }
}

const notifications = async (app: App) =>
  (await app.inject('/ready')).json<{ checks: { notifications: string } }>().checks.notifications;
const metric = async (app: App) =>
  /^memory_gateway_notifications_arrive (\d)$/m.exec((await app.inject('/metrics')).body)?.[1];

describe.runIf(inject('databases').kind === 'postgres')('a server whose DATABASE_DIRECT_URL goes away', () => {
  it(
    'is not ready and names the cause before the next echo is due, and recovers by itself',
    { timeout: 60_000 },
    async () => {
      await emptyDatabase(await testDatabase());
      const direct = new URL(testConnectionString());
      const road = await Road.to(new URL(testConnectionString()));
      direct.host = `127.0.0.1:${road.port}`;
      const app = await createApp(
        loadConfig({
          DATABASE_URL: testConnectionString(),
          DATABASE_DIRECT_URL: direct.href,
          JWT_SECRET: 'a-secret-of-the-test-suite-5d1f0c',
          EMBEDDER: 'none',
          LOG_LEVEL: 'silent',
          API_PORT: '0',
          DASHBOARD_PORT: '0',
        }),
      );
      try {
        await app.services.bus.notifications.check();
        expect([await notifications(app), await metric(app)]).toEqual(['ok', '1']);
        road.break();
        await expect.poll(() => notifications(app), { timeout: 20_000 }).toBe('failed');
        expect(app.services.bus.notifications.fault()).toMatch(
          /^The connection that receives notifications cannot be opened: .+\. Check DATABASE_DIRECT_URL\.$/,
        );
        expect(await metric(app)).toBe('0');
        road.open();
        await expect.poll(() => notifications(app), { timeout: 20_000 }).toBe('ok');
        expect(await metric(app)).toBe('1');
      } finally {
        await app.close();
        road.close();
      }
    },
  );
});
