import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import type { RunningApp } from '../client/running-app.js';
import type { StubModel } from './stub-model.js';

const run = promisify(execFile);

/** Returns the texts of the stored memories, oldest first. */
export async function readTexts({ app }: RunningApp): Promise<string[]> {
  const rows = await app.services.database.query<{ text: string }>(
    'SELECT text FROM memories WHERE deleted_at IS NULL ORDER BY sequence',
  );
  return rows.map(({ text }) => text);
}

/** Runs an example agent four times, a process each: it stores, recalls, and forgets on request. */
export async function expectAgentRemembers(
  script: string,
  { app, model }: { app: RunningApp; model: StubModel },
): Promise<void> {
  const path = fileURLToPath(new URL(`../../${script}`, import.meta.url));
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: process.env.HOME ?? '',
    MEMORY_GATEWAY_URL: app.url,
    MEMORY_GATEWAY_API_KEY: app.admin.apiKey,
    OPENAI_API_KEY: 'none',
    OPENAI_BASE_URL: model.url,
    OLLAMA_URL: model.ollamaUrl,
  };
  const ask = async (prompt: string) =>
    (await run(process.execPath, ['--import', 'tsx', path, prompt], { env })).stdout.trim();
  expect(await ask('Remember that I live in Lisbon.')).toBe('I stored it.');
  expect(await readTexts(app)).toEqual(['I live in Lisbon.']);
  expect(await ask('Where do I live?')).toBe('You live in Lisbon.');
  expect(await ask('Forget where I live.')).toBe('I forgot it.');
  expect(await readTexts(app)).toEqual([]);
  expect(await ask('Where do I live?')).toBe('I do not know.');
}
