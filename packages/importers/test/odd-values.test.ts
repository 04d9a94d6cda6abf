import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { ImportFormatError, layoutOf, readForeignRecords, type ForeignRecord } from '../src/index.js';

const files = [
  ['mem0', 'mem0.json'],
  ['openmemory', 'openmemory.json'],
  ['zep', 'graphiti.json'],
  ['letta', 'letta.json'],
  ['langchain', 'langchain.json'],
  ['chatgpt', 'chatgpt.json'],
  ['claude', 'claude.json'],
  ['json', 'mem0.json'],
] as const;

const odd: readonly unknown[] = [
  null,
  7,
  2 ** 60,
  true,
  ' ',
  'constructor',
  [],
  [null],
  [[]],
  {},
  { toString: 1 },
  ['a', { toString: 1 }],
];

/** Yields the document with each of its values replaced once. */
function* replaceEach(document: unknown, value: unknown): Generator<unknown> {
  yield value;
  if (typeof document !== 'object' || document === null) return;
  for (const [name, inner] of Object.entries(document))
    for (const changed of replaceEach(inner, value))
      yield Array.isArray(document)
        ? document.map((each: unknown, index) => (String(index) === name ? changed : each))
        : { ...document, [name]: changed };
}

async function read(format: string, fileName: string, document: unknown): Promise<ForeignRecord[]> {
  async function* text() {
    yield JSON.stringify(document);
  }
  const records: ForeignRecord[] = [];
  const input = { format, layout: layoutOf(format, fileName), text: text() };
  for await (const record of readForeignRecords(input)) records.push(record);
  return records;
}

it.each(files)('a file of %s with a value of another type becomes records or is refused', async (format, name) => {
  const document: unknown = JSON.parse(
    readFileSync(new URL(`../../../test/import/fixtures/${name}`, import.meta.url), 'utf8'),
  );
  const wrong: unknown[] = [];
  for (const value of odd)
    for (const changed of replaceEach(document, value)) {
      const records = await read(format, name, changed).catch((error: unknown) => {
        if (!(error instanceof ImportFormatError)) wrong.push([changed, error]);
        return [];
      });
      for (const record of records)
        if (!('leftOut' in record))
          for (const text of [
            record.id,
            record.text,
            record.userId,
            record.agentId,
            record.appId,
            record.runId,
            record.role,
          ])
            if (text != null && typeof text !== 'string') wrong.push([changed, record]);
    }
  expect(wrong).toEqual([]);
});
