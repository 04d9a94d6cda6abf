import { describe, expect, it } from 'vitest';
import { configuredApp } from '../configuration/helpers.js';

// What a small model says of stored memories: it takes facts on one topic for corrections, and other facts for the same.

const at = configuredApp((fake) => ({
  OPENAI_API_KEY: fake.key,
  OPENAI_BASE_URL: fake.urls.openai,
  EMBEDDER: 'local',
}));

/** Adds texts, of which a model says that the later ones have this relation to the first stored memory. */
async function addRelated(relation: string, texts: readonly string[]): Promise<readonly string[]> {
  at.fake.answer = ({ prompt }) => {
    const text = texts.findLast((each) => prompt.slice(prompt.lastIndexOf('\nMessages:')).includes(each)) ?? '';
    const relations = prompt.includes('Stored memories, by number') ? [{ memory: 1, relation, confidence: 0.95 }] : [];
    return JSON.stringify({ facts: [{ text, message: 1, confidence: 0.95, relations }] });
  };
  for (const content of texts)
    await at.call('POST /memories', { messages: [{ role: 'user', content }], user_id: 'rosa' });
  const filters = { user_id: 'rosa' };
  const { body } = await at.call<{ results: { memory: string }[] }>('POST /v3/memories/', {
    filters,
    latest_only: true,
  });
  return body.results.map(({ memory }) => memory).toSorted();
}

const linkStates = async () =>
  (await at.test.app.services.database.query<{ status: string }>('SELECT status FROM memory_links')).map(
    ({ status }) => status,
  );

describe('a small model', () => {
  it('hides no memory that rules say its fact cannot correct, and suggests it', async () => {
    const texts = ['The user drinks tea every morning.', 'The user works for a bank in Leeds.'];
    expect(await addRelated('supersedes', texts)).toEqual(texts);
    expect(await linkStates()).toEqual(['SUGGESTED']);
  });

  it('replaces a memory that its fact may correct, although they have no word in common', async () => {
    const texts = ['I work for Siemens.', 'I switched to Bosch last month.'];
    expect(await addRelated('supersedes', texts)).toEqual(texts.slice(1));
    expect(await linkStates()).toEqual(['CONFIRMED']);
  });

  it('loses no fact that it takes for the same as another one', async () => {
    const texts = ['The user drinks tea every morning.', 'The user works for a bank in Leeds.'];
    expect(await addRelated('same', texts)).toEqual(texts);
  });

  it('stores no fact again that says the same', async () => {
    const texts = ['The user lives in Leeds.', 'The user has a home in Leeds.'];
    expect(await addRelated('same', texts)).toEqual(texts.slice(0, 1));
  });
});
