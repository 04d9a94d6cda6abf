// Sets of `data/`, added through the REST API and looked for everywhere.
import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { idle } from '../deletion/helpers.js';
import { startTestApp, type TestApp } from '../helpers/app.js';

export interface Line {
  readonly messages: readonly { role: string; content: string }[];
  readonly text: string;
  /** Secrets. */
  readonly values: readonly string[];
  /** What must survive. */
  readonly kept: readonly string[];
}

/** Reads a set. */
export function read(name: string): Line[] {
  const lines = readFileSync(new URL(`data/${name}.txt`, import.meta.url), 'utf8').split('\n');
  return lines
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const listMarked = (pattern: RegExp) => Array.from(line.matchAll(pattern), ([, marked = '']) => marked);
      const [values, kept] = [listMarked(/\{\{(.+?)\}\}/gu), listMarked(/\[\[(.+?)\]\]/gu)];
      const [text = '', answer] = line.replace(/\{\{|\}\}|\[\[|\]\]/gu, '').split(' || ');
      const said = { role: 'user', content: answer ?? text };
      const messages = answer === undefined ? [said] : [{ role: 'assistant', content: text }, said];
      return { messages, text, values, kept };
    });
}

/** Starts a server with the built-in embedding model, a webhook and an export, and adds each set as a user of its name. */
export async function addSets(sets: Readonly<Record<string, readonly Line[]>>): Promise<TestApp> {
  const app = await startTestApp({ embedder: 'local' });
  const hook = '{ name: "adds", url: "https://example.com/hook", eventTypes: [MEMORY_ADD] }';
  await request(
    app,
    `mutation { createWebhook(input: ${hook}) { __typename ... on CreateWebhookPayload { secret } } }`,
  );
  for (const [userId, lines] of Object.entries(sets)) {
    // Each line is a conversation of its own, so that no line answers the one before it.
    const conversations = lines.map(({ messages }) => ({ messages, separate: messages.length > 1 }));
    const together = conversations.filter(({ separate }) => !separate).flatMap(({ messages }) => messages);
    const requests = [
      ...chunk(together, 100),
      ...conversations.filter(({ separate }) => separate).map((c) => c.messages),
    ];
    const client = app.as(app.admin.apiKey);
    for (const messages of requests) await client.rest('POST', '/v3/memories/add/', { messages, user_id: userId });
  }
  await idle(app.app.services);
  await request(app, 'mutation { createExport(input: {}) { __typename } }');
  await idle(app.app.services);
  return app;
}

async function request(app: TestApp, query: string): Promise<void> {
  const { body } = await app.as(app.admin.apiKey).rest<{ errors?: unknown }>('POST', '/graphql', { query });
  expect(body.errors).toBeUndefined();
}

/** Divides a list into parts of a size. */
export function chunk<Item>(items: readonly Item[], size: number): Item[][] {
  return items.flatMap((_item, index) => (index % size === 0 ? [items.slice(index, index + size)] : []));
}

/** Returns the texts of all memories of a user. */
export async function memoriesOf(app: TestApp, userId: string): Promise<string[]> {
  const texts: string[] = [];
  for (let path: string | null = '/v3/memories/?page_size=200'; path !== null;) {
    type Page = { next: string | null; results: { memory: string }[] };
    const { body }: { body: Page } = await app
      .as(app.admin.apiKey)
      .rest<Page>('POST', path, { filters: { user_id: userId } });
    texts.push(...body.results.map(({ memory }) => memory));
    path = body.next && new URL(body.next).pathname + new URL(body.next).search;
  }
  return texts;
}

/** Returns lines of which a value is in a table of the database, and the tables that have `filler` in them. */
export async function findReadable(app: TestApp, lines: readonly Line[], filler: string): Promise<Readable> {
  const tables = await app.app.services.database.query<{ name: string }>(
    "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'",
    [],
  );
  let everything = '';
  const filled: string[] = [];
  for (const { name } of tables) {
    const rows = await app.app.services.database.query<{ row: string }>(`SELECT t::text AS row FROM "${name}" t`, []);
    everything += rows.map(({ row }) => row).join('\n');
    if (rows.some(({ row }) => row.includes(filler))) filled.push(name);
  }
  // The number of a meeting shares digits with a secret.
  everything = everything.replaceAll('room 882 ', 'room ');
  // Digits count as a word of a text: not as a number of a column or of JSON, nor in a date or an ID.
  const isReadable = (value: string) =>
    /^\d+$/u.test(value)
      ? new RegExp(`(?<=\\s)(?<!": )${value}(?![\\w:+-]|\\.\\d)`, 'u').test(everything)
      : everything.includes(value);
  const readable = lines.filter(({ values }) => values.some(isReadable)).map(({ text }) => text);
  return { readable, filled };
}

interface Readable {
  readonly readable: string[];
  readonly filled: string[];
}
