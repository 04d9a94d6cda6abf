import { describe, expect, it } from 'vitest';
import type { Trouble } from '../helpers/fake-provider/index.js';
import { both, facts, saying, startSmallModel } from './small-model.js';

// What servers of the chat completions format answer, other than that of OpenAI.

const { at, add, always } = startSmallModel();

describe('a request that its server reads in part', () => {
  const letter = `I moved to Oslo in May, and I keep bees. ${'The weather was fine, and so we went for a walk by the sea. '.repeat(150)}`;

  it('is halved until it is read whole', async () => {
    at.fake.trouble = ({ prompt, system }) =>
      saying(facts, 'stop', Math.min(2_050, Math.ceil((system.length + prompt.length) / 4)));
    expect(await add([letter])).toMatchObject({ status: 'SUCCEEDED', error: null, texts: both });
    expect(at.fake.requests.length).toBeGreaterThan(1);
  });

  it('fails with what to change if nothing can be halved', async () => {
    always(saying(facts, 'stop', 1_026));
    const { status, error, texts } = await add([letter.slice(0, 1_500)]);
    expect([status, texts]).toEqual(['FAILED', []]);
    expect(error).toMatch(/more text than the model reads at once\. Give the model a larger context/);
  });
});

describe('a server of small models', () => {
  const call = {
    role: 'assistant',
    content: null,
    tool_calls: [{ id: '1', type: 'function', function: { name: 'save', arguments: facts } }],
  };
  const event = (delta: object, finish: string | null = null) =>
    `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
  const responses: readonly [string, Trouble][] = [
    ['as a call of a function', saying(call, 'tool_calls')],
    ['for thoughts', saying({ role: 'assistant', content: null, reasoning_content: facts })],
    ['in parts', saying({ role: 'assistant', content: [{ type: 'text', text: facts }] })],
    [
      'as a stream',
      {
        headers: { 'content-type': 'text/event-stream' },
        body: `${event({ role: 'assistant', content: facts.slice(0, 30) })}${event({ content: facts.slice(30) })}${event({}, 'stop')}data: [DONE]\n\n`,
      },
    ],
    ['without what is not needed', { body: JSON.stringify({ choices: [{ message: { content: facts } }] }) }],
  ];
  it.each(responses)('may give the answer %s', async (_form, response) => {
    always(response);
    expect(await add()).toEqual({ status: 'SUCCEEDED', error: null, texts: both, requests: 1 });
  });

  it('gets no limits of numbers that make its grammar enormous', async () => {
    await add();
    expect(JSON.stringify(at.fake.requests[0]?.body.response_format)).not.toMatch(/9007199254740991/);
  });

  it('is asked again without a schema after an empty answer', async () => {
    at.fake.trouble = ({ body }) => saying('response_format' in body ? '' : facts);
    expect(await add()).toEqual({ status: 'SUCCEEDED', error: null, texts: both, requests: 2 });
  });

  it('that refuses schemas is asked without one', async () => {
    at.fake.trouble = ({ body }) =>
      'response_format' in body
        ? { status: 500, body: '{"error": {"message": "failed to parse grammar"}}' }
        : saying(facts);
    expect(await add()).toEqual({ status: 'SUCCEEDED', error: null, texts: both, requests: 2 });
  });
});

describe('a failure of a server of small models', () => {
  const tooLong = "This model's maximum context length is 4096 tokens. However, you requested 5120 tokens.";
  const failures: readonly [string, Trouble, RegExp][] = [
    [
      'has an error with status 200',
      { body: '{"error": {"message": "Provider returned error", "code": 401}}' },
      /rejected the credentials.*\(The provider answered 401\.\)$/,
    ],
    [
      'is a full context',
      { status: 400, body: JSON.stringify({ error: { message: tooLong } }) },
      /more text than the model reads at once\. Give the model a larger context/,
    ],
    [
      'is a full context with status 200',
      {
        body: JSON.stringify({
          error:
            'Trying to keep the first 6547 tokens when context the overflows. However, the model is loaded with context length of only 4096 tokens',
        }),
      },
      /more text than the model reads at once\./,
    ],
    [
      'does not know the model',
      { status: 404, body: '{"error": {"message": "model \\"llama3.2:3b\\" not found, try pulling it first"}}' },
      /Check the name of the model and the base URL/,
    ],
    ['takes too long', { silent: true }, /PROVIDER_TIMEOUT_SECONDS/],
  ];
  it.each(failures)('that %s names what to change', { timeout: 60_000 }, async (_name, trouble, advice) => {
    always(trouble);
    const { status, error, texts } = await add();
    expect([status, texts]).toEqual(['FAILED', []]);
    expect(error).toMatch(advice);
  });
});
