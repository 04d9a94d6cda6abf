import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createApp } from '../src/app.js';
import { loadConfig } from '../src/config.js';

/** The application under measurement. */
export interface BenchApp {
  readonly app: Awaited<ReturnType<typeof createApp>>;
  /** Stops it and deletes its embedded database. */
  close(): Promise<void>;
}

/**
 * Starts the application on DATABASE_URL, a Postgres database that may be lost, or else on a new embedded database.
 *
 * @param settings environment variables that differ from those of every measurement
 */
export async function startBenchApp(settings: Record<string, string> = {}): Promise<BenchApp> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'memory-gateway-bench-'));
  const app = await createApp(
    loadConfig({
      DATABASE_URL: process.env.DATABASE_URL,
      DATA_DIR: dataDir,
      JWT_SECRET: 'a-secret-of-the-benchmark-71c3',
      LOG_LEVEL: 'fatal',
      API_PORT: '0',
      DASHBOARD_PORT: '0',
      ...settings,
    }),
  );
  return {
    app,
    async close() {
      await app.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Names the database in use, for the first line of a report. */
export const databaseName = () => (process.env.DATABASE_URL ? 'Postgres' : 'embedded database');

export const median = (values: readonly number[]) =>
  [...values].sort((left, right) => left - right)[values.length >> 1] ?? 0;

/** Runs two measurements in interleaved rounds, each first in turn, so that a drift of the machine affects both. */
export async function measureByTurns(
  rounds: number,
  measure: (isOn: boolean) => Promise<number>,
): Promise<{ on: number; off: number; ratio: number }> {
  const [on, off]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1)
    for (const isOn of round % 2 === 0 ? [true, false] : [false, true]) (isOn ? on : off).push(await measure(isOn));
  const ratio = median(on.map((value, round) => value / (off[round] ?? 1)));
  return { on: median(on), off: median(off), ratio };
}
