import { describe, expect, it } from 'vitest';
import { configuredApp } from '../configuration/helpers.js';

const at = configuredApp((fake) => ({ OPENAI_API_KEY: fake.key, OPENAI_BASE_URL: fake.urls.openai }));

interface Added {
  readonly results: { id: string; memory: string; event: string }[];
}

const say = (content: string) =>
  at.call<Added>('POST /memories', { messages: [{ role: 'user', content }], user_id: 'rosa' });
const states = () =>
  at.test.app.services.database.query<{ text: string; lifecycleState: string }>(
    'SELECT text, lifecycle_state FROM memories ORDER BY sequence',
  );

/** The messages of the add, without earlier ones. */
const newMessages = (prompt: string) => prompt.slice(prompt.lastIndexOf('\nMessages:'));

/** Makes the model say, with this confidence, that the newest fact supersedes the first stored memory. */
function judge(confidence: number, reason = 'Rosa moved.'): void {
  at.fake.answer = ({ prompt }: { prompt: string }) => {
    const relations = prompt.includes('Stored memories, by number')
      ? [{ memory: 1, relation: 'supersedes', reason }]
      : [];
    const text = relations.length > 0 ? 'Rosa lives in Ghent.' : 'Rosa lives in Rotterdam.';
    return JSON.stringify({ facts: [{ text, message: 1, confidence, relations }] });
  };
}

describe("a language model's verdict on stored memories", () => {
  it('marks the older memory as superseded when the model is sure, and names the newer one', async () => {
    judge(0.95);
    await say('I live in Rotterdam.');
    const { body } = await say('We moved to Ghent.');
    expect(await states()).toEqual([
      { text: 'Rosa lives in Rotterdam.', lifecycleState: 'superseded' },
      { text: 'Rosa lives in Ghent.', lifecycleState: 'active' },
    ]);
    const [older] = await at.test.app.services.database.query<{ replacedBy: string }>(
      "SELECT replaced_by FROM memories WHERE lifecycle_state = 'superseded'",
    );
    expect(older?.replacedBy).toBe(body.results[0]?.id);
    expect(at.fake.requests.at(-1)?.prompt).toContain('Rosa lives in Rotterdam.');
  });

  it('leaves an unsure verdict for review and hides nothing', async () => {
    judge(0.5);
    await say('I live in Rotterdam.');
    await say('We moved to Ghent.');
    expect((await states()).map(({ lifecycleState }) => lifecycleState)).toEqual(['active', 'active']);
    const links = await at.test.app.services.database.query('SELECT status, source, reason FROM memory_links');
    expect(links).toEqual([{ status: 'SUGGESTED', source: 'MODEL', reason: 'Rosa moved.' }]);
  });

  it('that names no correction leaves what it read among the latest, whatever rules say', async () => {
    const texts = new Map([
      ['I live in Hull.', 'Nadia lives in Hull.'],
      ['We moved to York.', 'Nadia moved to York last week.'],
    ]);
    at.fake.answer = ({ prompt }: { prompt: string }) => {
      const said = [...texts.keys()].filter((content) => newMessages(prompt).includes(`"content": "${content}"`));
      return JSON.stringify({
        facts: said.map((content) => ({ text: texts.get(content), message: 1, relations: [] })),
      });
    };
    for (const content of texts.keys()) await say(content);
    const { body } = await at.call<{ results: { memory: string }[] }>('POST /v3/memories/', {
      filters: { user_id: 'rosa' },
      latest_only: true,
    });
    expect(body.results.map(({ memory }) => memory).toSorted()).toEqual([...texts.values()]);
    const links = await at.test.app.services.database.query<{ probability: number }>(
      'SELECT probability FROM memory_links',
    );
    expect(links.filter(({ probability }) => probability > 0.6)).toEqual([]);
  });

  it('replaces at most two memories for one fact, and only those with a word in common', async () => {
    const texts = ['Rosa sails on Sundays.', 'Rosa rows on Mondays.', 'Rosa swims on Fridays.', 'Bananas.'];
    at.fake.answer = ({ prompt }: { prompt: string }) => {
      const known = /^Stored memories, by number:\n(\[[^]*?\n\])$/mu.exec(prompt)?.[1] ?? '[]';
      const relations = (JSON.parse(known) as { memory: number }[]).map(({ memory }) => ({
        memory,
        relation: 'supersedes',
        confidence: 0.99,
        reason: 'So it was said.',
      }));
      const said = texts.find((text) => newMessages(prompt).includes(`"content": "${text}"`)) ?? 'Rosa does nothing.';
      return JSON.stringify({
        facts: [{ text: said, message: 1, relations: said === 'Rosa does nothing.' ? relations : [] }],
      });
    };
    for (const text of texts) await say(text);
    await say('Forget everything.');
    const states = await at.test.app.services.database.query<{ text: string; lifecycleState: string }>(
      'SELECT text, lifecycle_state FROM memories ORDER BY sequence',
    );
    const superseded = states.filter(({ lifecycleState }) => lifecycleState === 'superseded').map(({ text }) => text);
    expect(superseded).toHaveLength(2);
    expect(superseded).not.toContain('Bananas.');
    const links = await at.test.app.services.database.query<{ status: string }>(
      'SELECT status FROM memory_links ORDER BY status',
    );
    expect(links.map(({ status }) => status)).toEqual(['CONFIRMED', 'CONFIRMED', 'SUGGESTED', 'SUGGESTED']);
  });

  it('stays without a reason that cannot be stored', async () => {
    judge(0.95, 'Rosa\0moved.');
    await say('I live in Rotterdam.');
    await say('We moved to Ghent.');
    const links = await at.test.app.services.database.query('SELECT status, source, reason FROM memory_links');
    expect(links).toEqual([{ status: 'CONFIRMED', source: 'MODEL', reason: null }]);
  });

  it('is shown by a dry run, which stores nothing', async () => {
    judge(0.95);
    const { body: first } = await say('I live in Rotterdam.');
    const { status, body } = await at.call('POST /v3/memories/add/', {
      messages: [
        { role: 'user', content: 'We moved to Ghent.' },
        { role: 'user', content: 'My API key is sk-abcdefgh12345678abcdefgh.' },
      ],
      user_id: 'rosa',
      dry_run: true,
    });
    expect(status).toBe(200);
    expect(body).toEqual({
      message: 'Dry run: nothing was stored',
      status: 'DRY_RUN',
      results: [
        {
          memory: 'Rosa lives in Ghent.',
          event: 'ADD',
          id: null,
          categories: expect.any(Array) as string[],
          outdates: [
            {
              id: first.results[0]?.id,
              memory: 'Rosa lives in Rotterdam.',
              probability: 0.95,
              relation: 'SUPERSEDES',
              reason: 'Rosa moved.',
            },
          ],
        },
      ],
      unused_messages: [2],
      redacted_messages: [2],
    });
    expect(await states()).toHaveLength(1);
    expect(at.fake.requests.at(-1)?.prompt).not.toContain('sk-abcdefgh');
  });
});
