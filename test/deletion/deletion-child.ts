import { pino } from 'pino';
import { openServices } from '../../src/app/open-services.js';
import { loadConfig } from '../../src/config.js';
import { createContext } from '../../src/context.js';
import { createJobQueue } from '../../src/jobs/queue.js';
import { failureHandlers, handlers } from '../../src/jobs/registry.js';
import { startWorker } from '../../src/jobs/worker.js';
import { deleteMemoriesByFilter } from '../../src/resolvers/deletion/delete-memories.js';

// Runs in a child process that the crash test kills. `fill` stores memories and accepts the deletion of nine tenths of
// them; `work` runs until the deletion has ended. Both print JSON Lines.

const [mode = 'work', rows = '0'] = process.argv.slice(2);
const tell = (message: object) => process.stdout.write(`${JSON.stringify(message)}\n`);

const FILL = `
INSERT INTO memories (id, project_id, user_id, text, hash, dedupe_key, categories)
SELECT gen_random_uuid(), $1, 'user-' || n % 10, 'Rosa collects stamp ' || n, 'h', sha256(convert_to($1 || n, 'UTF8')), '{}' FROM generate_series($2::int, $3::int) n`;

async function main(): Promise<void> {
  const config = loadConfig({
    ...process.env,
    JWT_SECRET: 'a-secret-of-the-test-suite-5d1f0c',
    LOG_LEVEL: 'silent',
    EMBEDDER: 'none',
  });
  const log = pino({ level: 'silent' });
  const { services, close } = await openServices(config, { log });
  if (mode === 'fill') {
    const [project] = await services.database.query<{ id: string }>(
      'SELECT id FROM projects WHERE is_default AND deleted_at IS NULL',
    );
    const projectId = project?.id ?? '';
    for (let from = 1; from <= Number(rows); from += 5_000)
      await services.database.query(FILL, [projectId, from, Math.min(from + 4_999, Number(rows))]);
    const caller = { mode: 'admin_api_key', user: null, key: null, isAdmin: true } as const;
    const ctx = createContext(services, { caller, requestId: 'fill' });
    const filter = { kind: 'entity', field: 'userId', test: 'ne', values: ['user-0'] } as const;
    const { event } = await deleteMemoriesByFilter(ctx, { projectId, filter });
    tell({ eventId: event.id, projectId });
    return close();
  }
  const queue = await createJobQueue(services.database, { retryDelaySeconds: 0 });
  // The only worker, so no job can be active.
  await queue.releaseAbandoned();
  tell({ ready: true });
  const ended = async () => {
    const [row] = await services.database.query<{ open: number }>(
      'SELECT count(*) AS open FROM deletions WHERE finished_at IS NULL',
    );
    return row?.open === 0;
  };
  await new Promise<void>((resolve, reject) => {
    services.bus.subscribe('eventChanged', () => void ended().then((isOver) => isOver && resolve(), reject));
    startWorker(services, { queue, handlers, failureHandlers, pollMs: 50 });
    void ended().then((isOver) => isOver && resolve(), reject);
  });
  tell({ done: true });
  process.exit(0);
}

main().catch((error: Error) => {
  tell({ error: error.stack });
  process.exit(1);
});
