import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.js';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

const client = () => test.as(test.admin.apiKey);
const add = (content: string, rest: object = {}) =>
  client().rest('POST', '/v3/memories/add/', { messages: [{ role: 'user', content }], user_id: 'ada', ...rest });
const graphql = (query: string, variables: object) => client().rest('POST', '/graphql', { query, variables });

// Each would keep a careless regular expression busy for minutes: the limit of the test is its only clock.
const worst: [string, string][] = [
  ['blanks', `a${' '.repeat(32_000)}b`],
  ['tabs and line breaks', `a${'\t\n'.repeat(16_000)}b`],
  ['one long word', 'a'.repeat(32_000)],
  ['capital letters', 'Aa '.repeat(10_600)],
  ['dots', `${'a.'.repeat(16_000)}!`],
  ['digits', '1'.repeat(32_000)],
  ['dates', '2026-11-2'.repeat(3_500)],
  ['an address', `${'a@'.repeat(16_000)}`],
  ['a host name', `http://${'a-'.repeat(15_000)}`],
  ['apostrophes', `I'${"'".repeat(31_000)}x`],
  ['exclamation marks', `${'! '.repeat(15_900)}a`],
  ['question marks', `${'?!'.repeat(16_000)}a`],
  ['combining marks', `e${'\u0301'.repeat(16_000)}`],
  ['commas', 'a, '.repeat(10_600)],
  ['quotes', `${'"'.repeat(31_999)}a`],
  ['hyphens', `${'-'.repeat(31_999)}a`],
  ['lists', `${'- a\n'.repeat(8_000)}`],
  ['zero-width joiners', '\u200d'.repeat(16_000) + 'a'],
];

describe('row 101: texts made for regular expressions', () => {
  it.each(worst)('are extracted, stored and searched at once: %s', { timeout: 10_000 }, async (_what, text) => {
    const preview = await graphql(
      'query($messages: [MessageInput!]!) { previewMemories(input: { userId: "ada", messages: $messages }) { memories { text } } }',
      { messages: [{ role: 'USER', content: text }] },
    );
    expect(preview.status).toBe(200);
    expect((await add(text, { infer: false })).status).toBeLessThan(500);
    expect(
      (await client().rest('POST', '/v3/memories/search/', { query: text, filters: { user_id: 'ada' } })).status,
    ).toBeLessThan(500);
  });

  it.each([
    ['an email', 'mutation($text: String!) { login(input: { email: $text, password: "x" }) { __typename } }'],
    [
      'an address of a webhook',
      'mutation($text: String!) { createWebhook(input: { name: "x", url: $text, eventTypes: [MEMORY_ADD] }) { __typename } }',
    ],
    ['a name', 'mutation($text: String!) { createOrganization(input: { name: $text }) { __typename } }'],
    ['a member', 'mutation($text: String!) { addProjectMember(input: { email: $text, role: READER }) { __typename } }'],
  ])('are refused or taken at once as %s', { timeout: 10_000 }, async (_what, query) => {
    for (const [, text] of worst) {
      const { status, body } = await graphql(query, { text: `${text}${text}${text}` });
      expect(status).toBeLessThan(500);
      expect(JSON.stringify(body)).not.toContain('INTERNAL');
    }
  });
});

describe('row 94: texts that are large or odd', () => {
  it('of ten megabytes are refused with 413, of a megabyte with 400', async () => {
    expect((await add('x'.repeat(10_000_000))).status).toBe(413);
    expect((await add('e\u0301'.repeat(300_000), { infer: false })).status).toBe(400);
  });

  it.each([
    ['NUL', 'a\u0000b', 400],
    ['half of a surrogate pair', '\ud800', 400],
    ['nothing', '', 400],
    ['blanks', ' \t\n', 400],
    ['another direction', '\u202egnp.exe', 200],
    ['a family', 'A family 👩‍👩‍👧.', 200],
  ])('with %s are refused, or stored as they are and found', async (_what, text, status) => {
    const stored = await add(text, { infer: false, user_id: 'odd' });
    expect(stored.status).toBe(status);
    const search = await client().rest('POST', '/v3/memories/search/', { query: text, filters: { user_id: 'odd' } });
    expect(search.status).toBe(text.trim() === '' || status === 400 ? 400 : 200);
    if (status !== 200) return;
    const list = await client().rest<{ results: { memory: string }[] }>('POST', '/v3/memories/', {
      filters: { user_id: 'odd' },
    });
    expect(list.body.results.map(({ memory }) => memory)).toContain(text);
  });
});

describe('row 97: ids made to leave their path', () => {
  it.each(['a/b', '..', '../../etc/passwd', 'a%2fb', 'a%00', '{}', 'É', 'x'.repeat(255)])(
    'name an entity of that very name: %s',
    async (name) => {
      const id = encodeURIComponent(name);
      expect((await add('Odd name.', { infer: false, user_id: name })).status).toBe(200);
      const seen = await client().rest<{ results: unknown[] }>('POST', '/v3/memories/', { filters: { user_id: name } });
      expect(seen.body.results).toHaveLength(1);
      if (name !== '..') expect((await client().rest('DELETE', `/v2/entities/user/${id}/`)).status).toBe(200);
    },
  );

  it('of a memory are refused as no id', async () => {
    for (const id of ['..%2f..', '%00', '{018f0000-0000-7000-8000-000000000000}', 'x'.repeat(900)]) {
      const { status } = await client().rest('GET', `/v1/memories/${id}/`);
      expect([id, status]).toEqual([id, expect.toSatisfy((got: number) => got === 400 || got === 404)]);
    }
    expect((await client().rest('GET', `/v1/memories/${'x'.repeat(10_000)}/`)).status).toBeLessThan(500);
  });
});

describe('row 96: metadata', () => {
  const stored = async (metadata: string) => {
    const payload = `{"messages":[{"role":"user","content":"Meta."}],"user_id":"${Math.random()}","infer":false,"metadata":${metadata}}`;
    const headers = { 'content-type': 'application/json', authorization: `Token ${test.admin.apiKey}` };
    return (await test.app.inject({ method: 'POST', url: '/v3/memories/add/', headers, payload })).statusCode;
  };

  it.each([
    ['500 deep', `${'{"a":'.repeat(500)}1${'}'.repeat(500)}`, 400],
    [
      'with ten thousand keys',
      JSON.stringify(Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`key-${n}`, n]))),
      400,
    ],
    ['with a number beyond all numbers', '{"a":1e400}', 400],
    ['with -0', '{"a":-0}', 200],
    ['with a key twice', '{"a":1,"a":2}', 200],
    ['with keys of objects', '{"__proto__":{"a":1},"constructor":{"prototype":{"a":1}},"toString":1}', 200],
  ])('%s is refused or stored, and changes no prototype', async (_what, metadata, status) => {
    expect(await stored(metadata)).toBe(status);
    expect(({} as Record<string, unknown>)['a']).toBeUndefined();
  });
});
