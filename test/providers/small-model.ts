import { expect } from 'vitest';
import { configuredApp, type Configured } from '../configuration/helpers.js';
import type { Trouble } from '../helpers/fake-provider/index.js';

/** The product with a small model behind a server of the chat completions format. */
export interface SmallModel {
  readonly at: Configured;
  /** Adds messages of one user and returns what is there after all retries. */
  add(contents?: readonly string[]): Promise<Outcome>;
  /** Makes the server give every request this response. */
  always(trouble: Trouble): void;
}

interface Outcome {
  readonly status: string;
  readonly error: string | null;
  readonly texts: readonly string[];
  readonly requests: number;
}

export const said = 'I moved to Oslo in May, and I keep bees.';
export const oslo = 'The user moved to Oslo in May.';
export const bees = 'The user keeps bees.';
export const both = [oslo, bees];

/** A fact as it is asked for, with other values. */
export const fact = (text: string, others = {}) => ({
  text,
  message: 1,
  event_date: null,
  confidence: 0.9,
  relations: [],
  ...others,
});

/** The answer that is asked for. */
export const facts = JSON.stringify({ facts: [fact(oslo), fact(bees)] });

/** The response of a server whose model gives this message. */
export const saying = (message: unknown, finish = 'stop', tokens = 7): Trouble => {
  const given = typeof message === 'string' ? { role: 'assistant', content: message } : message;
  return {
    body: JSON.stringify({
      id: '1',
      object: 'chat.completion',
      model: 'llama3.2:3b',
      choices: [{ index: 0, message: given, finish_reason: finish }],
      usage: { prompt_tokens: tokens, completion_tokens: 5, total_tokens: tokens + 5 },
    }),
  };
};

/** Starts the product once for a file. */
export function startSmallModel(): SmallModel {
  const at = configuredApp((fake) => ({
    LLM_PROVIDER: 'openai',
    LLM_MODEL: 'llama3.2:3b',
    OPENAI_API_KEY: fake.key,
    OPENAI_BASE_URL: fake.urls.openai,
    PROVIDER_TIMEOUT_SECONDS: '1',
  }));
  /** Makes waiting retries due. */
  const hurry = async () => {
    const { database, bus } = at.test.app.services;
    await database.query(
      "UPDATE pgboss.job SET start_after = now() WHERE name = 'extractMemories' AND state = 'retry' AND start_after > now()",
    );
    await bus.publish('jobQueued', { name: 'extractMemories' });
  };
  return {
    at,
    async add(contents = [said]) {
      const messages = contents.map((content) => ({ role: 'user', content }));
      const { body } = await at.call<{ event_id: string }>('POST /v3/memories/add/', { messages, user_id: 'rosa' });
      const read = async () => (await at.call<Outcome>(`GET /v1/event/${body.event_id}/`)).body;
      await expect
        .poll(async () => (await hurry(), (await read()).status), { timeout: 30_000, interval: 50 })
        .toMatch(/FAILED|SUCCEEDED/);
      const { status, error } = await read();
      const rows = await at.test.app.services.database.query<{ text: string }>(
        'SELECT text FROM memories ORDER BY sequence',
      );
      return { status, error, texts: rows.map(({ text }) => text), requests: at.fake.requests.length };
    },
    always(trouble) {
      at.fake.trouble = () => trouble;
    },
  };
}
