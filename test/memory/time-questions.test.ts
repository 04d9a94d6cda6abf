import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.js';
import { datedMemories, heldOutTimeQuestions, timeQuestions } from './data/time-questions.js';

let app: TestApp;
const client = () => app.as(app.admin.apiKey);

beforeAll(async () => {
  app = await startTestApp({ embedder: 'local' });
  const messages = datedMemories.map(([date, content]) => ({
    role: 'user',
    content,
    timestamp: Date.parse(`${date}T18:00:00Z`) / 1000,
  }));
  await client().rest('POST', '/v3/memories/add/', { messages, user_id: 'rosa', infer: false });
});
afterAll(() => app.close());

async function findFirst(query: string, reference?: string): Promise<string> {
  const { body } = await client().rest<{ results: { memory: string }[] }>('POST', '/v3/memories/search/', {
    query,
    filters: { user_id: 'rosa' },
    ...(reference !== undefined && { reference_date: `${reference}T12:00:00Z` }),
  });
  return body.results[0]?.memory ?? '';
}

async function listWrong(questions: typeof timeQuestions): Promise<string[]> {
  const wrong: string[] = [];
  for (const { query, first, reference } of questions)
    if (!(await findFirst(query, reference)).includes(first)) wrong.push(query);
  return wrong;
}

describe('questions with words of time', () => {
  it('have the right memory first in the 30 that the rules were made for', async () => {
    expect(timeQuestions).toHaveLength(30);
    expect(await listWrong(timeQuestions)).toEqual([]);
  });

  it('have the right memory first in 12 others', async () => {
    expect(heldOutTimeQuestions).toHaveLength(12);
    expect(await listWrong(heldOutTimeQuestions)).toEqual([]);
  });
});
