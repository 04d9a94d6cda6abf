import { describe, expect, it } from 'vitest';
import { configuredApp } from '../configuration/helpers.js';
import { idle } from '../deletion/helpers.js';
import { withoutIds } from '../helpers/without-ids.js';
import { graphql } from '../self-hosted/flat-client.js';

const at = configuredApp((fake) => ({ OPENAI_API_KEY: fake.key, OPENAI_BASE_URL: fake.urls.openai }));

const ana = 'My sister is called Ana.';
const vet = 'She is a vet.';

/** Returns the messages that the last request shows the model for context. */
function lastEarlier(): { content: string }[] {
  const { prompt = '' } = at.fake.requests.at(-1) ?? {};
  const [, earlier = '[]'] = /Earlier messages, for context only:\n(.*?)\n\nMessages:/su.exec(prompt) ?? [];
  return JSON.parse(earlier) as { content: string }[];
}

const hosted = (content: string) =>
  at.call('POST /v3/memories/add/', { messages: [{ role: 'user', content }], user_id: 'rosa' });
const selfHosted = (content: string) =>
  at.call('POST /memories', { messages: [{ role: 'user', content }], user_id: 'rosa' });
const overGraphql = (content: string) =>
  graphql(
    at.call,
    'mutation ($input: AddMemoriesInput!) { addMemories(input: $input) { ... on AddMemoriesPayload { event { id } } } }',
    {
      input: { userId: 'rosa', messages: [{ role: 'USER', content }] },
    },
  );
const settle = () => idle(at.test.app.services);

describe('a language model that reads an add without a run', () => {
  it.each([
    ['the hosted REST API', hosted],
    ['the self-hosted REST API', selfHosted],
    ['GraphQL', overGraphql],
  ])('receives the last messages of the same user, over %s', async (...[, add]) => {
    await at.call('POST /v3/memories/add/', { messages: [{ role: 'user', content: 'I row.' }], user_id: 'li' });
    await hosted(ana);
    await settle();
    await add(vet);
    await settle();
    expect(lastEarlier()).toEqual([{ role: 'user', content: ana }]);
  });

  it('receives no secret that answers a question of an earlier add', async () => {
    await at.call('POST /v3/memories/add/', {
      messages: [{ role: 'assistant', content: 'What is the PIN of your card?' }],
      user_id: 'rosa',
    });
    await settle();
    await hosted('4921 since my birthday');
    await settle();
    const { prompt = '' } = at.fake.requests.at(-1) ?? {};
    expect(prompt).toContain('[secret removed]');
    expect(withoutIds(at.fake.requests)).not.toContain('4921');
  });

  it.each([
    ['a deletion of its memory', (id: string) => `DELETE /v1/memories/${id}/`],
    ['a bulk deletion', () => 'DELETE /v1/memories/?user_id=rosa'],
    ['a deletion of its user', () => 'DELETE /v2/entities/user/rosa/'],
  ])('reads again without a message that %s erases meanwhile', async (...[, erase]) => {
    await hosted(ana);
    await settle();
    const { body } = await at.call<{ results: { id: string }[] }>('POST /v3/memories/', {
      filters: { user_id: 'rosa' },
    });
    const seen: unknown[] = [];
    at.fake.answer = async () => {
      const earlier = lastEarlier();
      seen.push(earlier.map(({ content }) => content));
      if (earlier.length === 0) return JSON.stringify({ facts: [{ text: vet, message: 1 }] });
      await at.call(erase(body.results[0]?.id ?? ''));
      return JSON.stringify({ facts: [{ text: 'Sister Ana is a vet.', message: 1 }] });
    };
    await hosted(vet);
    await settle();
    expect(seen).toEqual([[ana], []]);
    const stored = await at.test.app.services.database.query<{ text: string }>(
      'SELECT text FROM memories WHERE deleted_at IS NULL',
    );
    expect(stored).toEqual([{ text: vet }]);
  });

  it('does not keep two adds at once from each other: each ends while the other waits for the model', async () => {
    const open: (() => void)[] = [];
    at.fake.answer = async () => {
      await new Promise<void>((resolve) => open.push(resolve));
      return JSON.stringify({ facts: [] });
    };
    const events: string[] = [];
    for (const text of [ana, vet]) {
      const { body } = await hosted(text);
      events.push((body as { event_id: string }).event_id);
    }
    await expect.poll(() => open.length).toBe(2);
    const statuses = async () => {
      const rows = await at.test.app.services.database.query<{ status: string }>(
        'SELECT status FROM events WHERE id = ANY ($1::uuid[]) ORDER BY created_at, id',
        [events],
      );
      return rows.map(({ status }) => status);
    };
    open[1]?.();
    await expect.poll(async () => (await statuses()).toSorted()).toEqual(['RUNNING', 'SUCCEEDED']);
    open[0]?.();
    await settle();
    expect(await statuses()).toEqual(['SUCCEEDED', 'SUCCEEDED']);
  });
});
