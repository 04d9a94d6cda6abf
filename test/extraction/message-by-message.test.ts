import { describe, expect, it } from 'vitest';
import { withoutIds } from '../helpers/without-ids.js';
import { startChat, type Said } from './chat.js';

// Conversations that an app sends message by message, each in an add of its own.

const { app, client, tell, list: listOf } = startChat();

const list = async (user_id: string): Promise<string[]> => (await listOf(user_id)).sort();

const conversations: readonly (readonly [string, readonly Said[], readonly string[]])[] = [
  [
    'an answer to a question of the assistant',
    [
      ['assistant', 'Which cities do you want to see?'],
      ['user', 'Kyoto and Osaka, not Tokyo'],
    ],
    ['Which cities do you want to see? Kyoto and Osaka, not Tokyo'],
  ],
  [
    'a change by a pronoun',
    [
      ['user', 'I drive a blue Volvo V60.'],
      ['assistant', 'Nice car!'],
      ['user', 'Actually I sold it last week and got a Tesla Model 3.'],
    ],
    ['A blue Volvo V60. Actually I sold it last week and got a Tesla Model 3.', 'I drive a blue Volvo V60.'],
  ],
  [
    'a pronoun in German',
    [
      ['user', 'Meine Schwester Anna wohnt in Bonn.'],
      ['user', 'Sie ist Ärztin.'],
    ],
    ['Meine Schwester Anna wohnt in Bonn.', 'Meine Schwester Anna. Sie ist Ärztin.'],
  ],
  [
    'sentences that need no other',
    [
      ['assistant', 'Where do you live?'],
      ['user', 'I live in Ghent and I have two cats.'],
      ['user', 'I like tea.'],
    ],
    ['I have two cats.', 'I like tea.', 'I live in Ghent.'],
  ],
];

// Before the tests that delete: a deletion ends what counts as context.
describe('an add without a run', { timeout: 60_000 }, () => {
  const MINUTE = 60_000;
  const tellSister = async (user_id: string, fields: object = {}) => {
    await tell({ user_id, ...fields }, [['user', 'My sister is called Ana.']]);
  };
  const alone = ['My sister is called Ana.', 'She is a vet.'];
  const named = ['My sister is called Ana.', 'My sister, Ana. She is a vet.'];

  it('takes nothing from adds that were stored more than 30 minutes before', async () => {
    for (const [user_id, minutes, expected] of [
      ['eva', 29, named],
      ['ida', 31, alone],
    ] as const) {
      await tellSister(user_id);
      await app().services.database.query(
        `UPDATE events SET created_at = created_at - interval '1 minute' * $2::int WHERE payload ->> 'userId' = $1`,
        [user_id, minutes],
      );
      await tell({ user_id }, [['user', 'She is a vet.']]);
      expect(await list(user_id)).toEqual(expected);
    }
  });

  it('takes nothing from messages that were said more than 30 minutes before, whenever they are stored', async () => {
    const at = Date.now() - 1000 * MINUTE;
    for (const [user_id, minutes, expected] of [
      ['una', 29, named],
      ['eda', 31, alone],
    ] as const) {
      const seconds = (time: number) => Math.floor(time / 1000);
      await tellSister(user_id, { timestamp: seconds(at) });
      await tell({ user_id, timestamp: seconds(at + minutes * MINUTE) }, [['user', 'She is a vet.']]);
      expect(await list(user_id)).toEqual(expected);
    }
  });

  it('takes nothing from adds without a user, which many people may share', async () => {
    const owner = { agent_id: 'support' };
    await tell(owner, [['user', 'My sister is called Ana.']]);
    await tell(owner, [['user', 'She is a vet.']]);
    const { body } = await client().rest<{ results: { memory: string }[] }>('POST', '/v3/memories/', {
      filters: owner,
    });
    expect(body.results.map(({ memory }) => memory).sort()).toEqual(alone);
  });
});

const question = 'Which cities do you want to see?';

describe.each([
  ['within a run', { run_id: 'chat' }],
  ['without a run', {}],
])('a conversation that is added message by message %s', { timeout: 60_000 }, (place, run) => {
  it.each(conversations)('gives the memories of one add: %s', async (name, said, expected) => {
    await tell({ user_id: `one ${name} ${place}` }, said);
    expect(await list(`one ${name} ${place}`)).toEqual(expected);
    for (const message of said) await tell({ user_id: `each ${name} ${place}`, ...run }, [message]);
    expect(await list(`each ${name} ${place}`)).toEqual(expected);
  });

  it('gives a dry run what the add stores', async () => {
    const owner = { user_id: `mia ${place}`, ...run };
    await tell(owner, [['assistant', question]]);
    const { body } = await client().rest<{ results: { memory: string }[] }>('POST', '/v3/memories/add/', {
      messages: [{ role: 'user', content: 'Kyoto and Osaka' }],
      ...owner,
      dry_run: true,
    });
    expect(body.results.map(({ memory }) => memory)).toEqual([`${question} Kyoto and Osaka`]);
  });

  it('takes nothing from another run, user, agent or app', async () => {
    const owner = { user_id: `ada ${place}`, agent_id: 'coach', app_id: 'web', ...run };
    await tell(owner, [['assistant', question]]);
    for (const other of [
      { run_id: 'other' },
      { run_id: 'run_id' in run ? undefined : 'chat' },
      { user_id: `ben ${place}` },
      { agent_id: 'tutor' },
      { agent_id: undefined },
      { app_id: 'phone' },
      { app_id: undefined },
    ])
      await tell({ ...owner, ...other }, [['user', 'I would see it in Kyoto and Osaka']]);
    const text = 'I would see it in Kyoto and Osaka';
    expect(new Set(await list(`ada ${place}`))).toEqual(new Set([text]));
    expect(await list(`ben ${place}`)).toEqual([text]);
  });

  it('stores no secret that a question of an earlier add asks for, in no table', async () => {
    const user_id = `lea ${place}`;
    await tell({ user_id, ...run }, [['assistant', 'What is the PIN of your card?']]);
    await tell({ user_id, ...run }, [
      ['user', '4921 since my birthday'],
      ['user', 'I live in Ghent.'],
    ]);
    expect(await list(user_id)).toEqual(['I live in Ghent.']);
    const { database } = app().services;
    for (const table of ['events', 'memories', 'memory_history']) {
      const rows = await database.query(`SELECT (to_jsonb(t) - 'sequence')::text AS row FROM ${table} t`);
      expect(withoutIds(rows)).not.toContain('4921');
    }
  });

  it('stores no earlier message once more', async () => {
    const user_id = `kim ${place}`;
    for (const text of ['I have a dog called Rex.', 'I have a dog called Rex.', 'He is five.'])
      await tell({ user_id, ...run }, [['user', text]]);
    expect(await list(user_id)).toEqual(['A dog called Rex. He is five.', 'I have a dog called Rex.']);
  });

  it('takes nothing from an add whose memories have expired', async () => {
    const owner = { user_id: `nora ${place}`, ...run };
    const days = (count: number) => new Date(Date.now() + count * 86_400_000).toISOString().slice(0, 10);
    await tell({ ...owner, expiration_date: days(-1) }, [['user', 'My sister is called Ana.']]);
    await tell(owner, [['user', 'She is a vet.']]);
    expect(await list(owner.user_id)).toEqual(['She is a vet.']);
    await tell({ ...owner, expiration_date: days(1) }, [['user', 'My sister is called Ana.']]);
    await tell(owner, [['user', 'She likes tea.']]);
    expect(await list(owner.user_id)).toContain('My sister, Ana. She likes tea.');
  });

  it('takes nothing from memories that were deleted, one by one or by a bulk deletion', async () => {
    const user_id = `pia ${place}`;
    await tell({ user_id, ...run }, [['user', 'My sister Ana lives in Bonn.']]);
    const { body } = await client().rest<{ results: { id: string }[] }>('POST', '/v3/memories/', {
      filters: { user_id },
    });
    await client().rest('DELETE', `/v1/memories/${body.results[0]?.id ?? ''}/`);
    await tell({ user_id, ...run }, [['user', 'She is a vet.']]);
    expect(await list(user_id)).toEqual(['She is a vet.']);
    await tell({ user_id, ...run }, [['user', 'My brother Tom lives in Ulm.']]);
    await tell({ user_id, ...run }, [['assistant', question]]);
    await client().rest('DELETE', `/v1/memories/?user_id=${encodeURIComponent(user_id)}`);
    await tell({ user_id, ...run }, [['user', 'Kyoto and Osaka, not Tokyo']]);
    await tell({ user_id, ...run }, [['user', 'He is a cook.']]);
    expect(JSON.stringify(await list(user_id))).not.toMatch(/Tom|Which cities/);
  });
});

it('stores every fact of an add, however many it has', { timeout: 60_000 }, async () => {
  const facts = Array.from({ length: 130 }, (_, index) => `I own a book called Alpha${index}.`);
  await tell({ user_id: 'zoe' }, [['user', facts.join(' ')]]);
  expect(await list('zoe')).toEqual(facts.sort());
});
