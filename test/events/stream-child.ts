import { pino } from 'pino';
import { createApp } from '../../src/app.js';
import { loadConfig } from '../../src/config.js';

// Runs in a child process that the crash test kills: the server on the database and port of the environment.
async function main(): Promise<void> {
  const config = loadConfig({
    ...process.env,
    JWT_SECRET: 'a-secret-of-the-test-suite-5d1f0c',
    EMBEDDER: 'none',
    DASHBOARD_PORT: '0',
    MAX_QUEUE_WAIT_MS: '0',
    MAX_EVENT_LOOP_DELAY_MS: '0',
  });
  const app = await createApp(config, { log: pino({ level: 'silent' }) });
  await app.listen();
  process.stdout.write('listening\n');
}

main().catch((error: Error) => {
  process.stderr.write(`${error.stack}\n`);
  process.exit(1);
});
