// Sets of six authors who had not read the rules. Rules were chosen on the parts `look` of the first three, and the model of secrets learned from those
// of the first four. Of the parts `blind`, only counts were read. Nothing was chosen on the tenth author, who was read last.
// AUTHORS=last takes the newest author alone.
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadConfig } from '../../src/config.js';
import { idle } from '../deletion/helpers.js';
import { startTestApp, type TestApp } from '../helpers/app.js';
import { findReadable, memoriesOf } from './secret-sets.js';

interface Case {
  /** Those of the user, unless a role is given. */
  readonly messages: readonly (string | { readonly role: string; readonly content: string })[];
  readonly secrets?: readonly string[];
  readonly keep?: readonly string[];
  readonly facts?: readonly string[];
  readonly not?: readonly string[];
  readonly instructions?: string;
  readonly must?: readonly string[];
  readonly mustNot?: readonly string[];
}
interface Outcome extends Case {
  readonly memories: readonly string[];
  /** Instructions of which the response says that they have no effect. */
  readonly ignored: readonly string[];
}
type Part = 'look' | 'blind';
const parts: readonly Part[] = ['look', 'blind'];
const chosen = <Author>(authors: readonly Author[]): readonly Author[] =>
  process.env.AUTHORS === 'last' ? authors.slice(-1) : authors;

const read = (name: string) =>
  JSON.parse(readFileSync(new URL(`data/${name}.json`, import.meta.url), 'utf8')) as Record<Part, Case[]>;

let app: TestApp;
const client = () => app.as(app.admin.apiKey);

// A database for each test: a secret of one author may be a harmless number of another.
beforeEach(async () => {
  const { embedder, providers } = loadConfig({ JWT_SECRET: 'a-secret-of-this-test-5d1f0c-7a', EMBEDDER: 'local' });
  app = await startTestApp({ embedder, providers });
  const hook = '{ name: "adds", url: "https://example.com/hook", eventTypes: [MEMORY_ADD] }';
  await client().rest('POST', '/graphql', { query: `mutation { createWebhook(input: ${hook}) { __typename } }` });
}, 60_000);
afterEach(() => app.close());

/** Adds each case as a user of its own, and returns what is stored of it. */
async function addEach(name: string, cases: readonly Case[]): Promise<Outcome[]> {
  const responses: { ignored_instructions?: string[] }[] = [];
  for (const [index, { messages, instructions }] of cases.entries()) {
    const said = messages.map((message) =>
      typeof message === 'string' ? { role: 'user', content: message } : message,
    );
    const body = { messages: said, user_id: `${name}-${index}`, custom_instructions: instructions };
    responses.push((await client().rest<{ ignored_instructions?: string[] }>('POST', '/v3/memories/add/', body)).body);
  }
  await idle(app.app.services);
  const outcomes: Outcome[] = [];
  for (const [index, one] of cases.entries()) {
    const memories = await memoriesOf(app, `${name}-${index}`);
    outcomes.push({ ...one, memories, ignored: responses[index]?.ignored_instructions ?? [] });
  }
  return outcomes;
}

const has = ({ memories }: Outcome, words: string) =>
  memories.some((memory) => memory.toLowerCase().includes(words.toLowerCase()));
const listMissing = (outcome: Outcome, wanted: readonly string[] = []) =>
  wanted.filter((words) => !has(outcome, words));
const listStored = (outcome: Outcome, words: readonly string[] = []) => words.filter((each) => has(outcome, each));

/** Names the messages of which a secret is stored or a fact is not. */
const describeFailures = (outcomes: readonly Outcome[]) =>
  outcomes
    .map((one) => ({ ...one, stored: listStored(one, one.secrets), lost: listMissing(one, one.keep) }))
    .filter(({ stored, lost }) => stored.length + lost.length > 0)
    .map(({ messages, stored, lost, memories }) => JSON.stringify({ messages, stored, lost, memories }));

const timeout = 120_000;

describe('messages of authors who had not read the rules, with the defaults and no language model', () => {
  it.each(
    chosen([
      {
        author: 'author',
        kept: 'guests every Friday',
        look: { cases: 70, inMemories: 0, inTables: 0, factsBeside: 45, factsLost: 3 },
        blind: { cases: 70, inMemories: 1, inTables: 1, factsBeside: 52, factsLost: 3 },
      },
      {
        author: 'second-author',
        kept: 'allergic to peanuts',
        look: { cases: 70, inMemories: 0, inTables: 0, factsBeside: 16, factsLost: 0 },
        blind: { cases: 70, inMemories: 1, inTables: 1, factsBeside: 28, factsLost: 0 },
      },
      {
        author: 'third-author',
        kept: 'parish council',
        look: { cases: 70, inMemories: 1, inTables: 1, factsBeside: 31, factsLost: 3 },
        blind: { cases: 70, inMemories: 9, inTables: 9, factsBeside: 35, factsLost: 2 },
      },
      {
        author: 'fourth-author',
        kept: 'Swansea',
        look: { cases: 70, inMemories: 1, inTables: 1, factsBeside: 44, factsLost: 3 },
        blind: { cases: 70, inMemories: 6, inTables: 10, factsBeside: 40, factsLost: 1 },
      },
      {
        author: 'ninth-author',
        kept: 'Oporto',
        look: { cases: 70, inMemories: 7, inTables: 9, factsBeside: 36, factsLost: 9 },
        blind: { cases: 70, inMemories: 9, inTables: 9, factsBeside: 38, factsLost: 7 },
      },
      {
        author: 'tenth-author',
        kept: 'Nant Cottage',
        look: { cases: 70, inMemories: 9, inTables: 18, factsBeside: 33, factsLost: 18 },
        blind: { cases: 70, inMemories: 5, inTables: 12, factsBeside: 37, factsLost: 12 },
      },
    ]),
  )(
    'leave secrets in as few memories and tables as counted: $author',
    { timeout },
    async ({ author, kept, ...expected }) => {
      const sets = read(`${author}-secrets`);
      const found: Record<string, object> = {};
      const failed: string[] = [];
      for (const part of parts) {
        const outcomes = await addEach(`${author}-secrets-${part}`, sets[part]);
        if (part === 'look') failed.push(...describeFailures(outcomes));
        found[part] = {
          cases: outcomes.length,
          inMemories: outcomes.filter((one) => listStored(one, one.secrets).length > 0).length,
          factsBeside: outcomes.flatMap(({ keep = [] }) => keep).length,
          factsLost: outcomes.flatMap((one) => listMissing(one, one.keep)).length,
        };
      }
      await client().rest('POST', '/graphql', { query: 'mutation { createExport(input: {}) { __typename } }' });
      await idle(app.app.services);
      for (const part of parts) {
        const lines = sets[part].map(({ secrets = [] }, index) => ({
          messages: [],
          text: `${part} ${index}`,
          values: secrets,
          kept: [],
        }));
        const { readable, filled } = await findReadable(app, lines, kept);
        expect(filled).toEqual(
          expect.arrayContaining(['memories', 'memory_history', 'events', 'webhook_deliveries', 'export_chunks']),
        );
        found[part] = { ...found[part], inTables: readable.length };
        if (part === 'look') failed.push(...readable.map((row) => `in tables: ${row}`));
      }
      expect(found, failed.join('\n')).toEqual(expected);
    },
  );

  it.each(
    chosen([
      { author: 'author', look: 1, blind: 6 },
      { author: 'second-author', look: 0, blind: 2 },
      { author: 'third-author', look: 0, blind: 0 },
      { author: 'fourth-author', look: 0, blind: 3 },
      { author: 'ninth-author', look: 17, blind: 15 },
      { author: 'tenth-author', look: 23, blind: 26 },
    ]),
  )('lose as few lookalikes of secrets as counted: $author', { timeout }, async ({ author, ...expected }) => {
    const sets = read(`${author}-lookalikes`);
    const lost: Record<string, number> = {};
    const failed: string[] = [];
    for (const part of parts) {
      const outcomes = await addEach(`${author}-lookalikes-${part}`, sets[part]);
      expect(outcomes).toHaveLength(100);
      lost[part] = outcomes.filter((one) => listMissing(one, one.keep).length > 0).length;
      if (part === 'look') failed.push(...describeFailures(outcomes));
    }
    expect(lost, failed.join('\n')).toEqual(expected);
  });

  it('become the memories of their facts, and few others', { timeout }, async () => {
    const sets = read('author-facts');
    const found: Record<string, object> = {};
    for (const part of parts) {
      const outcomes = await addEach(`facts-${part}`, sets[part]);
      const asked = outcomes.filter(({ messages }) => typeof messages[0] === 'string' && /\?$/u.test(messages[0]));
      const empty = outcomes.filter(({ facts = [] }) => facts.length === 0);
      found[part] = {
        facts: outcomes.flatMap(({ facts = [] }) => facts).length,
        missed: outcomes.flatMap((one) => listMissing(one, one.facts)).length,
        inQuestions: asked.flatMap(({ facts = [] }) => facts).length,
        missedInQuestions: asked.flatMap((one) => listMissing(one, one.facts)).length,
        withoutFact: empty.length,
        storedWithoutFact: empty.filter(({ memories }) => memories.length > 0).length,
        storedAgainst: outcomes.filter((one) => listStored(one, one.not).length > 0).length,
      };
    }
    const look = { facts: 41, missed: 1, inQuestions: 16, missedInQuestions: 0 };
    const blind = { facts: 45, missed: 3, inQuestions: 17, missedInQuestions: 3 };
    expect(found).toEqual({
      look: { ...look, withoutFact: 21, storedWithoutFact: 0, storedAgainst: 0 },
      blind: { ...blind, withoutFact: 21, storedWithoutFact: 3, storedAgainst: 1 },
    });
  });

  it('follow instructions, or the response names the instruction', { timeout }, async () => {
    const sets = read('author-instructions');
    const found: Record<string, object> = {};
    for (const part of parts) {
      const outcomes = await addEach(`instructions-${part}`, sets[part]);
      const against = outcomes.filter((one) => listStored(one, one.mustNot).length > 0);
      found[part] = {
        instructions: outcomes.length,
        unfollowed: against.length,
        unfollowedUnsaid: against.filter(({ ignored }) => ignored.length === 0).length,
        lost: outcomes.flatMap((one) => listMissing(one, one.must)).length,
      };
    }
    expect(found).toEqual({
      look: { instructions: 12, unfollowed: 0, unfollowedUnsaid: 0, lost: 0 },
      blind: { instructions: 12, unfollowed: 2, unfollowedUnsaid: 0, lost: 4 },
    });
  });
});
