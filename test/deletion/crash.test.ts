import type { ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '@memory-gateway/database';
import { createChildEnvironment } from '../helpers/child-environment.js';
import { startChild } from '../helpers/child-program.js';
import { testDatabase } from '../setup/database.js';

// DELETION_CRASH_ROWS=100000 DELETION_CRASH_KILLS=20 is the long form of this test.
const rows = Number(process.env.DELETION_CRASH_ROWS ?? 8_000);
const kills = Number(process.env.DELETION_CRASH_KILLS ?? 3);

type Message = { eventId?: string; projectId?: string; ready?: boolean; done?: boolean; error?: string };

let folder: string;
let environment: Record<string, string>;
let children: ChildProcess[];

beforeEach(async () => {
  children = [];
  folder = await mkdtemp(path.join(tmpdir(), 'memory-gateway-crash-'));
  environment = await createChildEnvironment(folder);
});

afterEach(async () => {
  for (const child of children) child.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

/** Starts a process. `next` returns its next message, or null after its end. */
async function start(mode: 'fill' | 'work') {
  const env = { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ...environment };
  const child = await startChild(new URL('deletion-child.ts', import.meta.url), [mode, String(rows)], env);
  children.push(child);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async (): Promise<Message | null> => {
    const line = await lines.next();
    return line.done ? null : (JSON.parse(line.value) as Message);
  };
  return { child, next };
}

const exited = (child: ChildProcess) =>
  new Promise((resolve) =>
    child.exitCode !== null || child.signalCode !== null ? resolve(null) : child.once('exit', resolve),
  );

async function withDatabase<T>(read: (database: Database) => Promise<T>): Promise<T> {
  if (environment.DATABASE_URL) return read(await testDatabase());
  const database = await openDatabase({ kind: 'embedded', dataDir: environment.DATA_DIR ?? '' });
  try {
    return await read(database);
  } finally {
    await database.close();
  }
}

describe('a deletion whose process is killed', () => {
  it(`goes on where it was, ${kills} times, and ends with equal counts`, async () => {
    const fill = await start('fill');
    const accepted = await fill.next();
    expect(accepted).toMatchObject({ eventId: expect.any(String) });
    await exited(fill.child);
    let survived = 0;
    for (let kill = 0; kill < kills; kill += 1) {
      const { child, next } = await start('work');
      expect(await next()).toEqual({ ready: true });
      // Kills at a random moment of the work, unless the process ends before.
      const timer = setTimeout(() => child.kill('SIGKILL'), Math.random() * 400);
      const last = await next();
      clearTimeout(timer);
      await exited(child);
      if (last === null) survived += 1;
      else break;
    }
    expect(survived).toBeGreaterThanOrEqual(Math.ceil(kills / 2));
    const final = await start('work');
    expect(await final.next()).toEqual({ ready: true });
    expect(await final.next()).toEqual({ done: true });
    await exited(final.child);
    const kept = rows / 10;
    const [state] = await withDatabase((database) => database.query(STATE, [accepted?.eventId, accepted?.projectId]));
    expect(state).toEqual({
      status: 'SUCCEEDED',
      total: rows - kept,
      completed: rows - kept,
      removed: rows - kept,
      receipt: 'SUCCEEDED',
      memories: kept,
      marked: 0,
      told: rows - kept,
      twice: 0,
      batches: 0,
    });
  }, 600_000);
});

const STATE = `
SELECT e.status, e.total, e.completed, d.removed, d.status AS receipt,
  (SELECT count(*) FROM memories WHERE project_id = $2) AS memories,
  (SELECT count(*) FROM memories WHERE project_id = $2 AND deleted_at IS NOT NULL) AS marked,
  (SELECT count(DISTINCT memory_id) FROM memory_history WHERE project_id = $2 AND event = 'DELETE') AS told,
  (SELECT count(*) - count(DISTINCT memory_id) FROM memory_history WHERE project_id = $2 AND event = 'DELETE') AS twice,
  (SELECT count(*) FROM deletion_batches) AS batches
FROM events e JOIN deletions d ON d.id = e.id WHERE e.id = $1::uuid`;
