import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { idle } from '../deletion/helpers.js';
import { startTestApp, type TestApp } from '../helpers/app.js';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterEach(() => idle(test.app.services));
afterAll(() => test.close());

const names = [
  'schema',
  'filters',
  'export_instructions',
  'format',
  'memory_export_id',
  'memory_id',
  'feedback',
  'feedback_reason',
  'operation',
  'entity_type',
  'entity_id',
  'limit',
  'enabled',
  'entities',
  'user',
  'properties',
  'type',
  '$ref',
  'user_id',
  'AND',
  'metadata',
  'custom_instructions',
  'page',
  'page_size',
  '__proto__',
  'constructor',
];
const values = [
  'json',
  'csv',
  'object',
  'array',
  'user',
  'trigger',
  'sample',
  '*',
  '#',
  '#/properties/user',
  '\u0000',
  '\ud800',
  '00000000-0000-4000-8000-000000000000',
  'POSITIVE',
  'x'.repeat(300),
  'rosa',
];

const { value: hostile } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(...values),
    fc.string({ unit: 'binary' }),
    fc.integer(),
    fc.double(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...names), tie('value'), { maxKeys: 5 }),
  ),
}));
const body = fc.dictionary(fc.constantFrom(...names), hostile, { maxKeys: 8 });

const routes: readonly (readonly ['GET' | 'POST' | 'DELETE', string])[] = [
  ['POST', '/v1/feedback/'],
  ['POST', '/v1/exports/'],
  ['POST', '/v1/exports/get/'],
  ['POST', '/v1/summary/'],
  ['POST', '/v2/profiles/jobs/'],
  ['POST', '/v2/profiles/settings/'],
  ['GET', '/v1/exports/:x/'],
  ['GET', '/v1/exports/:x/download/'],
  ['DELETE', '/v1/exports/:x/'],
  ['GET', '/v2/profiles/jobs/:x/'],
  ['GET', '/v2/entities/user/:x/profile/'],
  ['GET', '/v1/memories/events/?page=:x&limit=:x'],
  ['GET', '/v1/stats/?project_id=:x'],
];

/** Makes the rest of a body valid, so that a single hostile field is processed as far as possible. */
const valid = {
  schema: { properties: { memory: { type: 'string', description: 'Text.' } } },
  filters: { user_id: 'rosa' },
  memory_export_id: null,
  memory_id: '00000000-0000-4000-8000-000000000000',
  ...{ operation: 'trigger', entity_type: 'user', entity_id: 'rosa', limit: 3, enabled: true, entities: { user: {} } },
};

describe('hostile input', () => {
  it.each(routes)('never makes the server fail: %s %s', async (method, path) => {
    await test.app.inject({
      method: 'POST',
      url: '/v3/memories/add/',
      headers: { authorization: `Token ${test.admin.apiKey}` },
      payload: { messages: [{ role: 'user', content: 'Stamps' }], user_id: 'rosa', infer: false },
    });
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          body,
          body.map((sent) => ({ ...valid, ...Object.fromEntries(Object.entries(sent).slice(0, 1)) })),
        ),
        fc.oneof(
          fc.constantFrom(...values.filter((value) => value !== '\ud800')),
          fc.string({ minLength: 1, unit: 'grapheme' }),
        ),
        async (sent, x) => {
          const headers = {
            authorization: `Token ${test.admin.apiKey}`,
            'content-type': 'application/json',
            'idempotency-key': 'a-key-of-an-order',
          };
          const url = path.replaceAll(':x', encodeURIComponent(x));
          const answer = await test.app.inject({
            method,
            url,
            headers,
            ...(method === 'POST' && { payload: JSON.stringify(sent) }),
          });
          expect(answer.statusCode, answer.body).toBeLessThan(500);
          expect(() => JSON.parse(answer.body) as unknown).not.toThrow();
        },
      ),
      { numRuns: 80 },
    );
  });
});
