import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { DomainError } from '../../src/errors.js';
import { createLlm, type ProviderCalls, type LlmSettings } from '@memory-gateway/models';
import { createOutbound, type Outbound } from '@memory-gateway/outbound';
import { extractionRequest } from '@memory-gateway/extraction';
import { ExtractedFacts } from '../../packages/extraction/src/model-facts.js';
import { startFakeProvider, type FakeProvider, type Trouble } from '../helpers/fake-provider/index.js';

const makers = ['openai', 'anthropic', 'gemini'] as const;
const models = { openai: 'gpt-5-mini', anthropic: 'claude-haiku-4-5', gemini: 'gemini-2.5-flash' };

let fake: FakeProvider;
let outbound: Outbound;
let usual: Pick<FakeProvider, 'answer' | 'key'>;

beforeAll(async () => {
  fake = await startFakeProvider();
  usual = { answer: fake.answer, key: fake.key };
  outbound = createOutbound({ allow: ['loopback'] });
});
afterAll(async () => {
  await fake.close();
  await outbound.close();
});
afterEach(() => {
  fake.requests.length = 0;
  Object.assign(fake, { ...usual, trouble: null });
});

/** Makes this many calls fail. */
const troubled = (trouble: Trouble, times = Infinity): void => {
  let left = times;
  fake.trouble = () => (left-- > 0 ? trouble : null);
};

// Retries without delay.
const soon = { 'retry-after-ms': '1' };

function llmOf(
  provider: (typeof makers)[number],
  settings: Partial<LlmSettings> = {},
  calls: Partial<ProviderCalls> = {},
) {
  const base = {
    provider,
    model: models[provider],
    apiKey: fake.key,
    baseUrl: fake.urls[provider],
    temperature: null,
    maxTokens: null,
    topP: null,
  };
  const llm = createLlm({ ...base, ...settings }, { outbound, timeoutMs: 10_000, retries: 0, ...calls });
  if (!llm) throw new Error('This is a remote model.');
  return llm;
}

/** A complete response of each provider with this text. */
const chat = {
  openai: (content: string) => ({
    id: '1',
    object: 'chat.completion',
    created: 1,
    model: 'm',
    choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
  }),
  anthropic: (text: string) => ({
    type: 'message',
    id: '1',
    role: 'assistant',
    model: 'm',
    content: [{ type: 'text', text }],
    stop_reason: 'end_turn',
    usage: { input_tokens: 1, output_tokens: 1 },
  }),
  gemini: (text: string) => ({
    candidates: [{ content: { role: 'model', parts: [{ text }] }, finishReason: 'STOP', index: 0 }],
  }),
};

const day = new Date('2026-03-04T12:00:00Z');
const wishes = {
  day,
  customInstructions: null,
  includes: null,
  excludes: null,
  isForAgent: false,
  timeZone: 'UTC',
  known: [],
  earlier: [],
};
const request = extractionRequest([{ role: 'user', content: 'I moved to Oslo yesterday.', name: null }], wishes);
const failureOf = async (work: Promise<unknown>): Promise<DomainError> => {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof DomainError))
    throw new Error(`It should have failed as callers may see it, but: ${String(error)}`);
  return error;
};

describe.each(makers)('a model of %s', (maker) => {
  it('extracts facts: instructions, numbered messages and the day go out, checked facts come back', async () => {
    const { facts } = await llmOf(maker).generateObject(request, ExtractedFacts);
    expect(facts).toEqual([
      { text: 'Noted: I moved to Oslo yesterday.', message: 1, event_date: null, confidence: null, relations: [] },
    ]);
    expect(fake.requests).toHaveLength(1);
    const [call] = fake.requests;
    expect(call).toMatchObject({ provider: maker, kind: 'chat', model: models[maker], key: fake.key });
    expect(call?.system).toContain('You turn a conversation into memories');
    expect(call?.prompt).toContain('2026-03-04T12:00Z (Wednesday, UTC)');
    expect(call?.prompt).toContain('I moved to Oslo yesterday.');
  });

  it('reads JSON that has words or fences around it', async () => {
    troubled({
      body: JSON.stringify(
        chat[maker](
          'Here it is:\n```json\n{"facts": [{"text": "Ada lives in Oslo.", "message": 1}]}\n```\nAnything else?',
        ),
      ),
    });
    expect(await llmOf(maker).generateObject(request, ExtractedFacts)).toEqual({
      facts: [{ text: 'Ada lives in Oslo.', message: 1, event_date: null, confidence: null, relations: [] }],
    });
  });

  it.each([
    ['<think>The user said {"facts": [{"text": "I sail."}]}?</think>\n\n'],
    ['The user lives in Oslo, so one fact.\n</think>\n\n'],
  ])('may think in its answer, which is no part of facts and texts: %s', async (thoughts) => {
    const facts = '{"facts": [{"text": "The tag </think> ends it.", "message": 1}]}';
    troubled({ body: JSON.stringify(chat[maker](`${thoughts}${facts}`)) });
    const found = await llmOf(maker).generateObject(request, ExtractedFacts);
    expect(found.facts.map(({ text }) => text)).toEqual(['The tag </think> ends it.']);
    troubled({ body: JSON.stringify(chat[maker](`${thoughts}Ada sails.`)) });
    expect(await llmOf(maker).generateText(request)).toBe('Ada sails.');
    expect(fake.requests).toHaveLength(2);
  });

  it('is asked once more when its answer has the wrong shape, with the fault named', async () => {
    troubled({ body: JSON.stringify(chat[maker]('{"facts": [{"text": 7, "message": 1}]}')) }, 1);
    fake.answer = () => '{"facts": [{"text": "I moved to Oslo yesterday.", "message": 1}]}';
    const { facts } = await llmOf(maker).generateObject(request, ExtractedFacts);
    expect(facts.map(({ text }) => text)).toEqual([expect.stringContaining('I moved to Oslo yesterday.')]);
    expect(fake.requests).toHaveLength(2);
    const [first, second] = fake.requests;
    expect(second?.prompt).toContain(first?.prompt);
    expect(second?.prompt).toContain('{"facts": [{"text": 7, "message": 1}]}');
    expect(second?.prompt).toMatch(/facts\.0\.text: .*expected string/);
    // A second wrong response ends the call.
    troubled({ body: JSON.stringify(chat[maker]('Sorry.')) });
    fake.requests.length = 0;
    expect((await failureOf(llmOf(maker).generateObject(request, ExtractedFacts))).reason).toBe('provider_bad_answer');
    expect(fake.requests).toHaveLength(2);
    expect(fake.requests[1]?.prompt).toContain('The answer is not JSON.');
  });

  it('reads each fact alone: a wrong one does not cost the others, and numbers and words may have other forms', async () => {
    const relations = [
      { memory: 'memory 2', relation: 'Superseded', confidence: '85 %' },
      { memory: 'the first', relation: 'same', reason: 'x' },
    ];
    const facts = [
      { text: 7, message: 1 },
      { text: 'Ada lives in Oslo.', message: '1', event_date: 3, confidence: 'high', relations },
      { text: 'Ada sails.', message: 1, confidence: '0.9', relations: 'none' },
    ];
    fake.answer = () => JSON.stringify({ facts });
    expect(await llmOf(maker).generateObject(request, ExtractedFacts)).toEqual({
      facts: [
        {
          text: 'Ada lives in Oslo.',
          message: 1,
          event_date: null,
          confidence: null,
          relations: [{ memory: 2, relation: 'supersedes', confidence: 0.85, reason: null }],
        },
        { text: 'Ada sails.', message: 1, event_date: null, confidence: 0.9, relations: [] },
      ],
    });
    expect(fake.requests).toHaveLength(1);
  });

  it('keeps the complete facts of an answer that was cut off', async () => {
    fake.answer = () =>
      '{"facts": [{"text": "Ada says \\"{[\\".", "message": 1}, {"text": "Ada sails.", "message": 1}, {"text": "Ada ro';
    const { facts } = await llmOf(maker).generateObject(request, ExtractedFacts);
    expect(facts.map(({ text }) => text)).toEqual(['Ada says "{[".', 'Ada sails.']);
    expect(fake.requests).toHaveLength(1);
  });

  it('passes the settings of the model on', async () => {
    await llmOf(maker, { model: 'of-my-own', maxTokens: 321 }).generateText(request);
    expect(fake.requests[0]?.model).toBe('of-my-own');
    expect(JSON.stringify(fake.requests[0]?.body)).toContain('321');
  });

  const refusal = (status: number): Trouble => ({
    status,
    body: JSON.stringify({
      type: 'error',
      error: { message: `Refused ${fake.key}`, type: 'refused', code: status, status: 'REFUSED' },
    }),
  });
  const classes: readonly [string, () => Trouble, string][] = [
    ['answers 401', () => refusal(401), 'provider_auth_failed'],
    ['answers 403', () => refusal(403), 'provider_auth_failed'],
    ['answers 429', () => refusal(429), 'provider_rate_limited'],
    ['answers 400', () => refusal(400), 'provider_bad_request'],
    ['answers 404', () => refusal(404), 'provider_bad_request'],
    ['answers 504', () => refusal(504), 'provider_timeout'],
    ['answers 500', () => refusal(500), 'provider_unavailable'],
    ['breaks the connection', () => ({ broken: true }), 'provider_unavailable'],
    ['answers half a JSON', () => ({ body: '{"choices": [{"mess' }), 'provider_bad_answer'],
    [
      'answers prose',
      () => ({ body: JSON.stringify(chat[maker]('I am sorry, there is nothing to say.')) }),
      'provider_bad_answer',
    ],
    [
      'answers JSON of another shape',
      () => ({ body: JSON.stringify(chat[maker]('{"facts": "none"}')) }),
      'provider_bad_answer',
    ],
    [
      'answers a body of another shape',
      () => ({ body: '{"choices": 7, "content": 7, "candidates": 7}' }),
      'provider_bad_answer',
    ],
    ['redirects', () => ({ status: 302, headers: { location: 'http://127.0.0.1:9/' } }), 'provider_bad_answer'],
  ];
  it.each(classes)(
    'that %s fails with 502 and a class, without a word of what the provider wrote',
    async (_name, trouble, reason) => {
      troubled(trouble());
      const error = await failureOf(llmOf(maker).generateObject(request, ExtractedFacts));
      expect(error).toMatchObject({ code: 'UPSTREAM_FAILED', status: 502, reason });
      expect(error.message).toMatch(new RegExp(`^${maker}/${models[maker]}: The provider `));
      expect(error.message).not.toContain(fake.key);
      expect(error.message).not.toContain('Refused');
      // The log shows the cause.
      expect((error.cause as Error).message).not.toMatch(/sorry|none/);
      for (const secret of [fake.key, fake.key.slice(-8)]) expect((error.cause as Error).stack).not.toContain(secret);
    },
  );

  it('that does not know the key fails with the class provider_auth_failed, and is not asked again', async () => {
    const error = await failureOf(llmOf(maker, { apiKey: 'sk-of-another-user' }, { retries: 2 }).generateText(request));
    expect(error.reason).toBe('provider_auth_failed');
    expect(error.message).not.toContain('sk-of-another-user');
    expect(fake.requests).toHaveLength(1);
  });

  it('that is limiting the rate says when to come back', async () => {
    troubled({ status: 429, headers: { 'retry-after': '7' } });
    expect(await failureOf(llmOf(maker).generateText(request))).toMatchObject({
      reason: 'provider_rate_limited',
      retryAfterSeconds: 7,
    });
  });

  it('that names a date to come back, or a time hours away, is asked again after at most an hour', async () => {
    for (const time of [new Date(Date.now() + 7_200_000).toUTCString(), '7200']) {
      troubled({ status: 429, headers: { 'retry-after': time } });
      const error = await failureOf(llmOf(maker).generateText(request));
      expect(error).toMatchObject({ reason: 'provider_rate_limited', retryAfterSeconds: 3_600 });
    }
  });

  it('that is slow fails with the class provider_timeout', async () => {
    troubled({ silent: true });
    const error = await failureOf(llmOf(maker, {}, { timeoutMs: 100 }).generateObject(request, ExtractedFacts));
    expect(error).toMatchObject({ code: 'UPSTREAM_FAILED', reason: 'provider_timeout' });
  });

  it('is asked again, twice, where the failure may be over soon', async () => {
    troubled({ status: 500, headers: soon }, 2);
    expect(await llmOf(maker, {}, { retries: 2 }).generateText(request)).toContain('I moved to Oslo');
    expect(fake.requests).toHaveLength(3);
  });

  it('ends with the reason of its caller when that gives up', async () => {
    troubled({ silent: true });
    const stop = new AbortController();
    const work = llmOf(maker).generateText({ ...request, signal: stop.signal });
    await expect.poll(() => fake.requests.length).toBe(1);
    stop.abort(new Error('No longer wanted.'));
    await expect(work).rejects.toThrow('No longer wanted.');
  });
});

describe('a model that is not called', () => {
  it('is that of a provider without a key, at its own server', async () => {
    const error = await failureOf(llmOf('openai', { apiKey: null, baseUrl: null }).generateText(request));
    expect(error).toMatchObject({ reason: 'provider_auth_failed' });
    expect(error.message).toContain('There is no API key for this provider.');
  });

  it('is one on a network that the operator did not open', async () => {
    const guarded = createOutbound();
    const error = await failureOf(llmOf('openai', {}, { outbound: guarded }).generateText(request));
    expect(error).toMatchObject({ reason: 'provider_unavailable' });
    expect(fake.requests).toEqual([]);
    await guarded.close();
  });

  it('is the built-in one, which is none', () => {
    const local = {
      provider: 'local',
      model: 'built-in',
      apiKey: null,
      baseUrl: null,
      temperature: null,
      maxTokens: null,
      topP: null,
    } as const;
    expect(createLlm(local, { outbound, timeoutMs: 1_000, retries: 0 })).toBeNull();
  });
});

describe('an OpenAI-compatible server', () => {
  it('needs no key', async () => {
    fake.key = 'none';
    expect(await llmOf('openai', { apiKey: null }).generateText(request)).toContain('I moved to Oslo');
  });

  it('may reject schemas, and then gets only a prompt', async () => {
    troubled({ status: 400 }, 1);
    expect((await llmOf('openai').generateObject(request, ExtractedFacts)).facts).toHaveLength(1);
    expect(fake.requests.map(({ body }) => 'response_format' in body)).toEqual([true, false]);
  });
});
