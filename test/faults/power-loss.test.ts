import { once } from 'node:events';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, inject, it } from 'vitest';
import { openDatabase } from '@memory-gateway/database';
import { startChild } from '../helpers/child-program.js';
import { migratedTemplate } from '../setup/embedded.js';

const rounds = Number(process.env.POWER_LOSS_ROUNDS ?? 2);
const isEmbedded = inject('databases').kind === 'embedded';

/** The rows in a copy of the data directory, which a machine finds as it was when the power failed. */
async function readCopy(dataDir: string): Promise<{ n: number; length: number }[]> {
  // The machine was off: no process holds the lock.
  await rm(join(dataDir, 'gateway.lock'), { force: true });
  const database = await openDatabase({ kind: 'embedded', dataDir });
  try {
    return await database.query('SELECT n, length(text) AS length FROM kept ORDER BY n');
  } finally {
    await database.close();
  }
}

it.runIf(isEmbedded)(
  'row 108: the data directory opens as it was at a random write: all that was acknowledged is there, and whole',
  { timeout: 60_000 + rounds * 20_000 },
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'memory-gateway-power-'));
    const dataDir = join(folder, 'data');
    await cp(await migratedTemplate(), dataDir, { recursive: true });
    const child = await startChild(new URL('../stores/embedded-child.ts', import.meta.url), [dataDir, 'insert']);
    try {
      const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
      let acknowledged = 0;
      for (let round = 1; round <= rounds; round += 1) {
        const until = acknowledged + 1 + Math.floor(Math.random() * 60);
        while (acknowledged < until) {
          const { value } = (await lines.next()) as { value: string };
          acknowledged = Number(value) || acknowledged;
        }
        // Nothing is written while the copy is made: it has the bytes of one moment.
        child.kill('SIGSTOP');
        const copy = join(folder, `copy-${round}`);
        await cp(dataDir, copy, {
          recursive: true,
          filter: (path) => !path.endsWith('.sock') && !path.includes('.s.PGSQL'),
        });
        child.kill('SIGCONT');
        const rows = await readCopy(copy);
        expect(rows.length).toBeGreaterThanOrEqual(acknowledged);
        expect(rows.map(({ n }) => n)).toEqual(rows.map((_row, index) => index + 1));
        expect(new Set(rows.map(({ length }) => length))).toEqual(new Set([500]));
        await rm(copy, { recursive: true });
      }
    } finally {
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
      await rm(folder, { recursive: true, force: true });
    }
  },
);
