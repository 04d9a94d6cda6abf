import { pino } from 'pino';
import { createApp } from '../../src/app.js';
import { loadConfig } from '../../src/config.js';
import { type Database, openDatabase, type Transaction } from '@memory-gateway/database';
import { addBody, sender } from './helpers.js';

// Runs in a child process of the crash test. Sends adds with unique keys to the product and prints the responses. With
// `before` and `after` it kills itself at the commit of the first response.

const [mode = 'send', total = '1'] = process.argv.slice(2);
const tell = (message: object) => process.stdout.write(`${JSON.stringify(message)}\n`);
const die = () => process.kill(process.pid, 'SIGKILL');

function mortal(database: Database): Database {
  const transaction = async <T>(work: (tx: Transaction) => Promise<T>): Promise<T> => {
    let isLast = false;
    const result = await database.transaction((tx) =>
      work({
        ...tx,
        async execute<Row>(text: string, values?: readonly unknown[]) {
          const rows = await tx.execute<Row>(text, values);
          isLast ||= text.includes('INSERT INTO idempotency_keys');
          if (isLast && mode === 'before') die();
          return rows;
        },
      }),
    );
    if (isLast && mode === 'after') die();
    return result;
  };
  return { ...database, transaction };
}

async function main(): Promise<void> {
  const environment = {
    JWT_SECRET: 'a-secret-of-the-test-suite-5d1f0c',
    LOG_LEVEL: 'silent',
    EMBEDDER: 'none',
    ADMIN_API_KEY: 'an-admin-key-of-the-test-suite',
    // A refusal of a busy machine is not replayed.
    MAX_QUEUE_WAIT_MS: '0',
    MAX_EVENT_LOOP_DELAY_MS: '0',
  };
  const config = loadConfig({ ...process.env, ...environment });
  const app = await createApp(config, {
    database: mortal(await openDatabase(config.database)),
    log: pino({ level: 'silent' }),
  });
  const send = sender(app, environment.ADMIN_API_KEY);
  tell({ ready: true });
  for (let number = 0; number < Number(total); number += 1) {
    const { status, text, isReplay } = await send(
      'POST /v3/memories/add/',
      addBody(`Rosa collects stamp ${number}`),
      `crash-key-${number}`,
    );
    tell({ number, status, text, isReplay });
  }
  const [counts] = await app.services.database.query<object>(
    'SELECT (SELECT count(*) FROM events) AS events, (SELECT count(*) FROM memories) AS memories',
  );
  tell({ done: true, ...counts });
  process.exit(0);
}

main().catch((error: Error) => {
  tell({ error: error.stack });
  process.exit(1);
});
