import { buildSchema as readSchema, Kind, OperationTypeNode, parse, visit } from 'graphql';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { shellTexts } from '../../dashboard/src/texts/shell.js';

const schema = readSchema(readFileSync('schema.graphql', 'utf8'));
const mutations = Object.keys(schema.getMutationType()?.getFields() ?? {}).sort();

/** Rows of the table in docs/dashboard.md. */
const documented = new Map(
  [...readFileSync('docs/dashboard.md', 'utf8').matchAll(/^\| `([a-z]\w+)` \| (.+) \|$/gm)].map(
    ([, mutation = '', place = '']) => [mutation, place] as const,
  ),
);
const reason = 'Not in the dashboard: ';
/** Pages outside of the menu. */
const otherPages = ['Consent page of an app', 'Invitation link', 'Sign-in', 'Setup'];

/** Names of the client's documents that run a mutation. */
function findDocuments(mutation: string): string[] {
  const names: string[] = [];
  for (const file of readdirSync('client/documents')) {
    visit(parse(readFileSync(join('client/documents', file), 'utf8')), {
      OperationDefinition({ operation, name, selectionSet }) {
        const fields = selectionSet.selections.flatMap((node) => (node.kind === Kind.FIELD ? [node.name.value] : []));
        if (operation === OperationTypeNode.MUTATION && name && fields.includes(mutation))
          names.push(`${name.value}Document`);
      },
    });
  }
  return names;
}

const sources = readdirSync('dashboard/src', { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file))
  .map((file) => readFileSync(join('dashboard/src', file), 'utf8'));
// A document in a text is a code sample.
const isRun = (mutation: string): boolean =>
  findDocuments(mutation).some((name) =>
    sources.some((text) => new RegExp(`(client|,|mutate\\(|act\\(|mutation(=\\{|:)) *\\n? *${name}\\b`).test(text)),
  );

describe('the table of mutations in the guide to the dashboard', () => {
  it('has each mutation of the schema once', () => {
    expect([...documented.keys()].sort()).toEqual(mutations);
  });

  it('names pages that exist', () => {
    const labels = readFileSync('dashboard/src/shell/navigation.ts', 'utf8').matchAll(/label: words\.(\w+)/g);
    const pages = [...[...labels].map(([, key]) => shellTexts[key as 'home']), ...otherPages];
    const places = [...documented.values()].filter((place) => !place.startsWith(reason));
    const named = places.flatMap((place) => place.split('; ').map((part) => part.split(', ')[0] ?? ''));
    expect(named.filter((page) => !pages.includes(page))).toEqual([]);
  });

  it('gives a reason for exactly the mutations that no page runs', () => {
    const withReason = [...documented].filter(([, place]) => place.startsWith(reason)).map(([mutation]) => mutation);
    expect(withReason.sort()).toEqual(mutations.filter((mutation) => !isRun(mutation)));
  });
});
