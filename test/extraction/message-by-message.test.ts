import { describe, expect, it } from 'vitest';
import { startChat, type Said } from './chat.js';

// Conversations that an app sends message by message, each in an add of its own.

const { client, tell, list: listOf } = startChat();

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

describe('a conversation that is added message by message', { timeout: 60_000 }, () => {
  it.each(conversations)('gives the memories of one add within a run: %s', async (name, said, expected) => {
    await tell({ user_id: `one ${name}` }, said);
    expect(await list(`one ${name}`)).toEqual(expected);
    for (const message of said) await tell({ user_id: `each ${name}`, run_id: 'chat' }, [message]);
    expect(await list(`each ${name}`)).toEqual(expected);
  });

  it('gives a dry run what the add stores', async () => {
    const owner = { user_id: 'mia', run_id: 'chat' };
    await tell(owner, [['assistant', 'Which cities do you want to see?']]);
    const { body } = await client().rest<{ results: { memory: string }[] }>('POST', '/v3/memories/add/', {
      messages: [{ role: 'user', content: 'Kyoto and Osaka' }],
      ...owner,
      dry_run: true,
    });
    expect(body.results.map(({ memory }) => memory)).toEqual(['Which cities do you want to see? Kyoto and Osaka']);
  });

  it('takes nothing from another run, another user or no run', async () => {
    await tell({ user_id: 'ada', run_id: 'first' }, [['assistant', 'Which cities do you want to see?']]);
    for (const owner of [{ user_id: 'ada', run_id: 'second' }, { user_id: 'ben', run_id: 'first' }, { user_id: 'ada' }])
      await tell(owner, [['user', 'I would see it in Kyoto and Osaka']]);
    const text = 'I would see it in Kyoto and Osaka';
    expect(await list('ada')).toEqual([text, text]);
    expect(await list('ben')).toEqual([text]);
  });

  it('stores no secret that a question of an earlier add asks for', async () => {
    for (const message of [
      ['assistant', 'What is the PIN of your card?'],
      ['user', '4921 since my birthday'],
    ] as const)
      await tell({ user_id: 'lea', run_id: 'chat' }, [message]);
    expect(JSON.stringify(await list('lea'))).not.toContain('4921');
  });

  it('stores no earlier message once more', async () => {
    for (const text of ['I have a dog called Rex.', 'I have a dog called Rex.', 'He is five.'])
      await tell({ user_id: 'kim', run_id: 'chat' }, [['user', text]]);
    expect(await list('kim')).toEqual(['A dog called Rex. He is five.', 'I have a dog called Rex.']);
  });
});

it('stores every fact of an add, however many it has', { timeout: 60_000 }, async () => {
  const facts = Array.from({ length: 130 }, (_, index) => `I own a book called Alpha${index}.`);
  await tell({ user_id: 'zoe' }, [['user', facts.join(' ')]]);
  expect(await list('zoe')).toEqual(facts.sort());
});
