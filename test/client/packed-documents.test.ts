import { readFile } from 'node:fs/promises';
import { Script } from 'node:vm';
import { parse, print, type DocumentNode } from 'graphql';
import { expect, it } from 'vitest';
import { compactDocuments } from '../../client/build/compact-documents.mjs';
import * as generated from '../../client/generated/graphql.js';

/** Evaluates the documents in the package. */
function evaluate(source: string): Record<string, DocumentNode> {
  const lines = source.split('\n').filter((line) => /^(?:const \w+ = "|export const \w+ = \/\*)/.test(line));
  const names = lines.flatMap((line) => /^export const (\w+)/.exec(line)?.[1] ?? []);
  const script = `${lines.map((line) => line.replace(/^export /, '')).join('\n')}\n({ ${names.join(', ')} });`;
  return new Script(script).runInNewContext({
    toDocument: (...parts: string[]) => parse(parts.join('')),
  }) as Record<string, DocumentNode>;
}

it('the package holds every generated document, with the same text', async () => {
  const source = await readFile(new URL('../../client/generated/graphql.ts', import.meta.url), 'utf8');
  const packed = evaluate(compactDocuments(source));
  const toTexts = (documents: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(documents).map(([name, document]) => [name, print(document as DocumentNode)]));
  expect(Object.keys(packed).length).toBeGreaterThan(100);
  expect(toTexts(packed)).toEqual(toTexts(generated));
});
