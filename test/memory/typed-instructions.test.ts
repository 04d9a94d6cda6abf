import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { idle } from '../deletion/helpers.js';
import { startTestApp, type TestApp } from '../helpers/app.js';

// The rules that recognize standing instructions and preferences, see packages/memory-engine/src/traits/.

let app: TestApp;
const client = () => app.as(app.admin.apiKey);

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const profileOf = async (user: string) => {
  const { body } = await client().rest<{ instructions: { memory: string }[] }>(
    'GET',
    `/v2/entities/user/${user}/profile/`,
  );
  return body.instructions.map(({ memory }) => memory);
};

/** Stores messages word for word, and returns which of them the profile has: five at most. */
async function addAndRead(user: string, texts: readonly string[]): Promise<string[]> {
  const messages = texts.map((content) => ({ role: 'user', content }));
  await client().rest('POST', '/v3/memories/add/', { messages, user_id: user, infer: false });
  return profileOf(user);
}

/** Messages that are not recognized as their sign says. */
const knownErrors = [
  "+ tell me if you're not sure instead of guessing",
  '+ you dont have to be so polite',
  '- i like the way you answered her',
  '- ik wil graag koffie',
  '- when i say mum everyone laughs',
  '- bitte keine tür zuschlagen sagte mama',
];

describe('messages as people type them', () => {
  const lines = readFileSync('test/memory/data/typed-instructions.txt', 'utf8').split('\n');
  const listAs = (sign: string) =>
    lines.filter((line) => line.startsWith(sign) && !knownErrors.includes(line)).map((line) => line.slice(sign.length));

  it('are standing instructions or preferences of their user', { timeout: 60_000 }, async () => {
    const texts = listAs('+ ');
    const batches = Array.from({ length: Math.ceil(texts.length / 5) }, (_, n) => texts.slice(n * 5, n * 5 + 5));
    const found: string[] = [];
    for (const [index, batch] of batches.entries()) found.push(...(await addAndRead(`typed-${index}`, batch)));
    expect(found.sort()).toEqual([...texts].sort());
  });

  it('are stored as well where facts are extracted', async () => {
    const said = ['nenn mich einfach tom', 'stop apologizing so much', 'geef me altijd de bron erbij', 'tutoie-moi'];
    const messages = said.map((content) => ({ role: 'user', content }));
    await client().rest('POST', '/v3/memories/add/', { messages, user_id: 'extracted' });
    await idle(app.app.services);
    expect((await profileOf('extracted')).sort()).toEqual([...said].sort());
  });

  it('are neither if they speak of something else', async () => {
    expect(await addAndRead('typed-other', listAs('- '))).toEqual([]);
  });

  it('are known where the rules are wrong', async () => {
    for (const [index, line] of knownErrors.entries())
      expect(await addAndRead(`typed-wrong-${index}`, [line.slice(2)])).toHaveLength(line.startsWith('-') ? 1 : 0);
  });
});

it('imported messages are instructions of a search', async () => {
  const query = 'mutation ($input: ImportMemoriesInput!) { importMemories(input: $input) { __typename } }';
  const content = JSON.stringify({ id: 'a', text: 'pls keep it short', user_id: 'imported' });
  const variables = { input: { format: 'JSONL', content } };
  const imported = await client().rest('POST', '/graphql', { query, variables });
  expect(imported.body).toEqual({ data: { importMemories: { __typename: 'ImportMemoriesPayload' } } });
  const search = { query: 'Who am I?', filters: { user_id: 'imported' } };
  const { body } = await client().rest('POST', '/v3/memories/search/', search);
  expect(body.instructions).toEqual([{ id: expect.any(String) as string, memory: 'pls keep it short' }]);
});

describe('a changed memory', () => {
  it('has the traits of its present text, whether this server or one of the version before wrote it', async () => {
    const asBefore = (text: string) =>
      app.app.services.database.query("UPDATE memories SET text = $1 WHERE user_id = 'changed'", [text]);
    const update = async (text: string) => {
      const [memory] = (await client().rest<{ id: string }[]>('GET', '/v1/memories/?user_id=changed')).body;
      const { status } = await client().rest('PUT', `/v1/memories/${memory?.id}/`, { text });
      expect(status).toBe(200);
    };
    expect(await addAndRead('changed', ['pls keep it short'])).toEqual(['pls keep it short']);
    await asBefore('The lamp is green.');
    expect(await profileOf('changed')).toEqual([]);
    await asBefore('always answer in french');
    expect(await profileOf('changed')).toEqual(['always answer in french']);
    // The same traits as before: only the rules of this server recognize the text.
    for (const text of ['plz answer in spanish', 'dont use emojis w me', 'pls keep it short']) {
      await update(text);
      expect(await profileOf('changed')).toEqual([text]);
    }
    await update('The lamp is red.');
    expect(await profileOf('changed')).toEqual([]);
  });

  it('has traits if a server of the version before added it', async () => {
    expect(await addAndRead('added', ['The lamp is green.'])).toEqual([]);
    await app.app.services.database.query(
      `INSERT INTO memories (id, project_id, user_id, text, hash) VALUES (gen_random_uuid(), $1, 'added', 'Always answer in French.', 'h')`,
      [app.admin.projectId],
    );
    expect(await profileOf('added')).toEqual(['Always answer in French.']);
  });
});
