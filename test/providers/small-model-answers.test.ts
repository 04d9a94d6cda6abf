import { describe, expect, it } from 'vitest';
import type { Trouble } from '../helpers/fake-provider/index.js';
import { bees, both, fact, facts, oslo, said, saying, startSmallModel } from './small-model.js';

// What models of 3 to 8 billion parameters answer instead of the JSON that was asked for.

const { at, add, always } = startSmallModel();

describe('the facts of a small model', () => {
  const forms: readonly [string, string][] = [
    [
      'in fences, between words',
      `Sure! Here are the facts:\n\n\`\`\`json\n${facts}\n\`\`\`\nLet me know if you need more {details}.`,
    ],
    ['with commas too many', `{"facts": [{"text": "${oslo}", "message": 1,}, {"text": "${bees}", "message": 1,},],}`],
    [
      'with commas missing',
      `{"facts": [{"text": "${oslo}"\n"message": 1}\n{"text": "${bees}" "message": 1}]}`.replace('" "', '"\n"'),
    ],
    [
      'in single quotes, as Python prints them',
      `{'facts': [{'text': '${oslo}', 'message': 1, 'event_date': None, 'relations': [], 'sure': True}, {'text': '${bees}', 'message': 1}]}`,
    ],
    ['in typographic quotes', `{“facts”: [{“text”: “${oslo}”, “message”: 1}, {“text”: “${bees}”, “message”: 1}]}`],
    [
      'with comments',
      `{\n  // found in message 1\n  "facts": [\n    {"text": "${oslo}", "message": 1}, # a move\n    /* and */ {"text": "${bees}", "message": 1}\n  ]\n}`,
    ],
    ['without quotes around names', `{facts: [{text: "${oslo}", message: 1}, {text: "${bees}", message: 1}]}`],
    ['without the last brackets', facts.slice(0, -2)],
    [
      'with a bracket missing in the middle',
      `{"facts": [{"text": "${oslo}", "message": 1, "relations": []}, {"text": "${bees}", "message": 1, "relations": []]}`,
    ],
    ['as a list alone', JSON.stringify([fact(oslo), fact(bees)])],
    ['as one object a line', `${JSON.stringify(fact(oslo))}\n${JSON.stringify(fact(bees))}`],
    ['as texts alone, without numbers', JSON.stringify({ facts: both })],
    ['under other names', JSON.stringify({ memories: [{ fact: oslo, category: 'home' }, { statement: bees }] })],
    ['as the arguments of a function', `<tool_call>\n{"name": "save", "arguments": ${facts}}\n</tool_call>`],
    ['as a string of arguments', JSON.stringify({ name: 'save', arguments: facts })],
    [
      'in the schema that they were given',
      JSON.stringify({ type: 'object', properties: { facts: [fact(oslo), fact(bees)] } }),
    ],
    ['with numbers from 0', JSON.stringify({ facts: [fact(oslo, { message: 0 }), fact(bees, { message: 0 })] })],
    [
      'with an invented id for the message',
      JSON.stringify({ facts: [fact(oslo, { message: 'f3b1-77aa' }), fact(bees, { message: null })] }),
    ],
    [
      'with relations to invented memories',
      JSON.stringify({
        facts: [
          fact(oslo, { relations: [{ memory: 'c56a4180-65aa-42ec-a945-5fd21dec0538', relation: 'supersedes' }] }),
          fact(bees, { relations: { memory: 7 } }),
        ],
      }),
    ],
    ['twice', `${facts}\n\n${facts}`],
    [
      'before examples of its own',
      `${facts}\n\nExample: another\nAnswer: {"facts": [{"text": "Tom lives in Rome.", "message": 1}]}`,
    ],
    ['behind a form without content', `The form is {"facts": []}. So:\n${facts}`],
    ['behind thoughts in other tags', `<reasoning>Maybe {"facts": [{"text": "Tom sails."}]}?</reasoning>${facts}`],
    [
      'two thousand times over',
      JSON.stringify({ facts: Array.from({ length: 2_000 }, () => [fact(oslo), fact(bees)]).flat() }),
    ],
    [
      'beside the examples of the prompt',
      JSON.stringify({
        facts: [
          fact('Rosa is allergic to nuts.'),
          fact(oslo),
          fact('Rosa broke her arm on 11 January 2026.'),
          fact(bees),
        ],
      }),
    ],
    [
      'beside one that never ends',
      JSON.stringify({ facts: [fact(oslo), fact('The user likes tea and '.repeat(220)), fact(bees)] }),
    ],
    [
      'beside facts without a text',
      JSON.stringify({
        facts: [fact(oslo), { message: 1 }, null, 7, fact(''), { subject: 'user', predicate: 'lives in' }, fact(bees)],
      }),
    ],
  ];
  it.each(forms)('are read %s', async (_form, answer) => {
    always(saying(answer));
    expect(await add()).toEqual({ status: 'SUCCEEDED', error: null, texts: both, requests: 1 });
  });

  it('keep quotes and line breaks that are not marked as such', async () => {
    always(
      saying(
        '{"facts": [{"text": "The user said "hi", then left for "Oslo"", "message": 1}, {"text": "The user keeps\nbees.", "message": 1}]}',
      ),
    );
    expect((await add()).texts).toEqual(['The user said "hi", then left for "Oslo"', 'The user keeps\nbees.']);
  });

  it('without a message belong to the one that has most of their words', async () => {
    always(saying(JSON.stringify({ facts: [bees, oslo] })));
    await add(['I moved to Oslo in May.', 'I keep bees.']);
    const rows = await at.test.app.services.database.query<{ input: { content: string }[] }>(
      'SELECT h.input FROM memory_history h JOIN memories m ON m.id = h.memory_id ORDER BY m.sequence',
    );
    expect(rows.map(({ input }) => input[0]?.content)).toEqual(['I keep bees.', 'I moved to Oslo in May.']);
  });

  it('are asked for in halves if their answer is cut off, and complete facts count if nothing can be halved', async () => {
    at.fake.trouble = ({ prompt }) =>
      saying(
        ...(prompt.includes('Oslo') && prompt.includes('bees')
          ? ([facts.slice(0, 40), 'length'] as const)
          : ([
              `{"facts": [{"text": "${prompt.includes('Oslo') ? oslo : bees}", "message": 1}, {"te`,
              'length',
            ] as const)),
      );
    expect(await add(['I moved to Oslo in May.', 'I keep bees.'])).toEqual({
      status: 'SUCCEEDED',
      error: null,
      texts: both,
      requests: 3,
    });
  });
});

describe('an answer of a small model that cannot be used', () => {
  const echo = JSON.stringify([{ message: 1, role: 'user', content: said }]);
  const answers: readonly [string, Trouble, RegExp][] = [
    ['is empty', saying(''), /The answer was empty\.$/],
    [
      'has thoughts only',
      saying('<think>The user said {"facts": [{"text": "Tom sails.", "message": 1}]}, so'),
      /cut off: allow more output tokens/,
    ],
    [
      'has no content but thoughts',
      saying({ role: 'assistant', content: null, reasoning_content: 'The user moved.' }),
      /The answer was empty\.$/,
    ],
    ['is a refusal', saying("I'm sorry, I can't help with that."), /The answer was no JSON\.$/],
    ['repeats the conversation', saying(echo), /The answer was JSON of another form\.$/],
    [
      'repeats the conversation as facts',
      saying(JSON.stringify({ facts: JSON.parse(echo) as unknown })),
      /The answer was JSON of another form\.$/,
    ],
    [
      'repeats the examples of the prompt',
      saying(JSON.stringify({ facts: [fact('Rosa is allergic to nuts.')] })),
      /JSON of another form\.$/,
    ],
    [
      'has parts of facts',
      saying('{"facts": [{"subject": "user", "predicate": "lives in", "object": "Oslo"}]}'),
      /JSON of another form\.$/,
    ],
  ];
  it.each(answers)(
    'because it %s ends the add, after a second try, with what is wrong',
    async (_name, answer, advice) => {
      always(answer);
      const { status, error, texts, requests } = await add();
      expect([status, texts, requests]).toEqual(['FAILED', [], 2]);
      expect(error).toMatch(/^openai\/llama3\.2:3b: The provider answered something that cannot be used\./);
      expect(error).toMatch(advice);
    },
  );

  it('because it was cut off before the first fact ends the add at once, and says what to allow', async () => {
    always(saying('<think>The user moved, and', 'length'));
    const { status, error, texts, requests } = await add();
    expect([status, texts, requests]).toEqual(['FAILED', [], 1]);
    expect(error).toMatch(
      /cut off: allow more output tokens or a larger context, or turn off that the model thinks\.$/,
    );
  });

  it('costs no other message', async () => {
    at.fake.trouble = ({ prompt }) =>
      saying(prompt.includes('bees') ? 'Sorry.' : JSON.stringify({ facts: [fact(oslo)] }));
    const { status, texts, error } = await add(['I moved to Oslo in May.', 'I keep bees.']);
    expect([status, texts, error]).toEqual(['SUCCEEDED', [oslo], '1 of 2 messages could not be extracted: 2.']);
  });
});
