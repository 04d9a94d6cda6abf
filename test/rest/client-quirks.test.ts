import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { restOperations } from '../../rest-compat/openapi/index.js';
import { configuredApp } from '../configuration/helpers.js';
import { idle } from '../deletion/helpers.js';
import { startTestApp, type Client, type TestApp } from '../helpers/app.js';

const nowhere = '00000000-0000-4000-8000-000000000000';

describe('what clients of the hosted API send', () => {
  let test: TestApp;
  let admin: Client;
  beforeAll(async () => {
    test = await startTestApp();
  });
  beforeEach(async () => {
    await test.reset();
    admin = test.as(test.admin.apiKey);
  });
  afterEach(() => idle(test.app.services));
  afterAll(() => test.close());

  const remember = async (user_id: string, more: object = {}): Promise<string> => {
    const messages = [{ role: 'user', content: `I am ${user_id}` }];
    const body = { messages, user_id, infer: false, metadata: { full_name: user_id }, ...more };
    return (await admin.rest<{ results: [{ id: string }] }>('POST', '/v3/memories/add/', body)).body.results[0].id;
  };
  const schema = { type: 'object', properties: { full_name: { type: 'string' } } };

  it('exports memories of entity ids that stand beside the filters, and finds that export by the same ids', async () => {
    await remember('rosa');
    await remember('ada', { app_id: 'diary' });
    const create = (body: object) => admin.rest<{ id: string }>('POST', '/v1/exports/', { schema, ...body });
    const read = async (body: object) => (await admin.rest('POST', '/v1/exports/get/', body)).body;
    const alone = await create({ user_id: 'rosa' });
    const beside = await create({ user_id: 'ada', filters: { app_id: 'diary' } });
    const none = await create({ user_id: 'rosa', filters: { app_id: 'diary' } });
    expect([alone.status, beside.status, none.status]).toEqual([201, 201, 201]);
    await idle(test.app.services);
    expect(await read({ user_id: 'rosa' })).toEqual({ full_name: 'rosa' });
    expect(await read({ filters: { user_id: 'rosa' } })).toEqual({ full_name: 'rosa' });
    expect(await read({ memory_export_id: beside.body.id })).toEqual({ full_name: 'ada' });
    expect(await read({ memory_export_id: none.body.id })).toEqual({ full_name: null });
  });

  it('reads an export from JSON and from fields under a form content type, and writes nothing from it', async () => {
    await remember('rosa');
    const { id } = (await admin.rest<{ id: string }>('POST', '/v1/exports/', { schema, user_id: 'rosa' })).body;
    await idle(test.app.services);
    const send = async (url: string, payload: string) => {
      const headers = {
        authorization: `Token ${test.admin.apiKey}`,
        'content-type': 'application/x-www-form-urlencoded',
      };
      const answer = await test.app.inject({ method: 'POST', url, headers, payload });
      return [answer.statusCode, answer.json<unknown>()];
    };
    expect(await send('/v1/exports/get/', JSON.stringify({ memory_export_id: id }))).toEqual([
      200,
      { full_name: 'rosa' },
    ]);
    expect(await send('/v1/exports/get/', `memory_export_id=${id}`)).toEqual([200, { full_name: 'rosa' }]);
    expect((await send('/v1/exports/get/', '{"memory_export_id":'))[0]).toBe(400);
    expect((await send('/v1/exports/', JSON.stringify({ schema, user_id: 'rosa' })))[0]).toBe(415);
  });

  it('takes custom_categories as an empty object, or one object, for an add and for the project', async () => {
    const add = (custom_categories: unknown) =>
      admin.rest('POST', '/v3/memories/add/', {
        messages: [{ role: 'user', content: 'I sail' }],
        user_id: 'rosa',
        infer: false,
        custom_categories,
      });
    for (const given of [{}, { travel: 'Trips' }, [], null]) expect((await add(given)).status).toBe(200);
    expect((await add({ travel: 7 })).status).toBe(400);
    const path = `/api/v1/orgs/organizations/${test.admin.orgId}/projects/${test.admin.projectId}/`;
    const stored = async (custom_categories: unknown) => {
      expect((await admin.rest('PATCH', path, { custom_categories })).status).toBe(200);
      return (await admin.rest('GET', `${path}?fields=custom_categories`)).body;
    };
    expect(await stored({ travel: 'Trips' })).toEqual({ custom_categories: [{ travel: 'Trips' }] });
    expect(await stored({})).toEqual({ custom_categories: [] });
  });

  it('counts every name of custom_categories, in however many objects', async () => {
    const categories = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`topic ${index}`, 'Texts about it']));
    const add = (custom_categories: unknown) =>
      admin.rest('POST', '/v3/memories/add/', {
        messages: [{ role: 'user', content: 'I sail' }],
        user_id: 'rosa',
        infer: false,
        custom_categories,
      });
    expect((await add(categories(100))).status).toBe(200);
    for (const given of [categories(101), [categories(60), categories(41)]]) {
      const detail = 'custom_categories may have 100 categories at most.';
      const { status, body } = await add(given);
      expect([status, body]).toEqual([400, { error: '400 Bad Request', details: { message: detail }, detail }]);
    }
    const path = `/api/v1/orgs/organizations/${test.admin.orgId}/projects/${test.admin.projectId}/`;
    const detail = 'custom_categories may have 200 categories at most.';
    const { status, body } = await admin.rest('PATCH', path, { custom_categories: categories(201) });
    expect([status, body]).toMatchObject([400, { detail }]);
  });

  it('reads custom_categories of an add with the limits of those of a project, which can also be names alone', async () => {
    const root = `/api/v1/orgs/organizations/${test.admin.orgId}/projects/${test.admin.projectId}/`;
    const send = async (custom_categories: unknown) => {
      const add = { messages: [{ role: 'user', content: 'I sail' }], user_id: 'rosa', infer: false, custom_categories };
      const added = await admin.rest<{ detail?: string }>('POST', '/v3/memories/add/', add);
      const changed = await admin.rest<{ detail?: string }>('PATCH', root, { custom_categories });
      return [added, changed].map(({ status, body }) => body.detail ?? status);
    };
    const long = 'custom_categories may have names of 255 and descriptions of 2000 characters at most.';
    const form = 'custom_categories must be a list of {name: description} objects.';
    const orNames = 'custom_categories must be a list of {name: description} objects or of names.';
    const content = 'custom_categories must contain {name: description} objects of texts. Names may not be blank.';
    const contentOrNames =
      'custom_categories must contain {name: description} objects of texts, or names. Names may not be blank.';
    const stored = 'custom_categories contains characters that cannot be stored.';
    expect(await send([{ food: 'x'.repeat(2000), ['n'.repeat(255)]: '' }])).toEqual([200, 200]);
    expect(await send(['boats'])).toEqual([form, 200]);
    expect(await send([{ food: 'x'.repeat(2001) }])).toEqual([long, long]);
    expect(await send([{ ['n'.repeat(256)]: '' }])).toEqual([long, long]);
    expect(await send(['n'.repeat(256)])).toEqual([form, long]);
    expect(await send([{ food: null }])).toEqual([content, contentOrNames]);
    expect(await send([{}])).toEqual([content, contentOrNames]);
    expect(await send([' '])).toEqual([form, contentOrNames]);
    expect(await send([{ food: '\u0000' }])).toEqual([stored, stored]);
    expect(await send('food')).toEqual([form, orNames]);
  });

  it('names the ID of an entity that is too long in the path of its deletion', async () => {
    const detail = 'entity_id must have 1 to 255 characters.';
    for (const path of ['/v2/entities/user/', '/entities/user/']) {
      const { status, body } = await admin.rest('DELETE', `${path}${'x'.repeat(256)}`);
      expect([status, body]).toMatchObject([400, { detail }]);
    }
  });

  it('answers an add of version 1 that is waited for with the date of every memory', async () => {
    const { body } = await admin.rest<{ structured_attributes: object | null }[]>('POST', '/v1/memories/', {
      messages: Array.from({ length: 201 }, (_, index) => ({ role: 'user', content: `I own stamp ${index}` })),
      user_id: 'rosa',
      infer: false,
      async_mode: false,
    });
    expect(body.map(({ structured_attributes: date }) => date !== null)).toEqual(Array(201).fill(true));
  });

  it('reads a list of messages in every entry of a history, empty where a change had none', async () => {
    const id = await remember('rosa');
    await admin.rest('PUT', `/v1/memories/${id}/`, { text: 'I am Rosa' });
    await admin.rest('DELETE', `/v1/memories/${id}/`);
    const { body } = await admin.rest<{ event: string; input: unknown }[]>('GET', `/v1/memories/${id}/history/`);
    expect(body.map(({ event, input }) => [event, input])).toEqual([
      ['ADD', [{ role: 'user', content: 'I am rosa' }]],
      ['UPDATE', []],
      ['DELETE', []],
    ]);
    const feed = await admin.rest<{ results: { input: unknown }[] }>('GET', '/v1/memories/events/');
    expect(feed.body.results.map(({ input }) => Array.isArray(input))).toEqual([true, true, true]);
  });

  it('is 405 with the allowed methods on every path, for every caller', async () => {
    const operations = await restOperations();
    const paths = [...new Set(operations.map(({ path }) => path))];
    const all = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
    const missed: string[] = [];
    for (const path of paths) {
      const known = new Set(operations.filter((one) => one.path === path).map(({ method }) => method.toUpperCase()));
      for (const method of all.filter((name) => !known.has(name))) {
        const answer = await test.app.inject({ method, url: path.replaceAll(/\{\w+\}/g, nowhere) });
        const allowed = String(answer.headers.allow).split(', ');
        const isRight = answer.statusCode === 405 && [...known].every((name) => allowed.includes(name));
        if (!isRight || allowed.includes(method)) missed.push(`${method} ${path}: ${answer.statusCode}`);
      }
    }
    expect(missed).toEqual([]);
    expect((await test.app.inject({ method: 'PUT', url: '/v1/ping/' })).json()).toEqual({
      detail: 'Method Not Allowed',
    });
  });

  it('is told with every 401 which credentials there are', async () => {
    const headers = { authorization: 'Token wrong', 'x-api-key': 'wrong' };
    const requests = [
      ...(await restOperations()).filter(({ isOpen }) => !isOpen),
      ...[
        { method: 'post', path: '/graphql' },
        { method: 'post', path: '/dashboard/session' },
      ],
    ];
    const missed: string[] = [];
    for (const { method, path } of requests) {
      const url = path.replaceAll(/\{\w+\}/g, nowhere);
      const answer = await test.app.inject({ method: method.toUpperCase() as 'GET', url, headers });
      if (answer.statusCode !== 401 || !/Bearer/.test(String(answer.headers['www-authenticate'])))
        missed.push(`${method} ${url}: ${answer.statusCode}`);
    }
    expect(missed).toEqual([]);
  });
});

describe('async_mode: false', () => {
  const at = configuredApp((fake) => ({ OPENAI_API_KEY: fake.key, OPENAI_BASE_URL: fake.urls.openai }));
  const add = (path: string, more: object = {}) => {
    const body = { messages: [{ role: 'user', content: 'I sail on Sundays.' }], user_id: 'rosa', async_mode: false };
    return at.test.as(at.test.admin.apiKey).rest('POST', path, { ...body, ...more });
  };
  const item = { id: expect.any(String), event: 'ADD', memory: 'Noted: I sail on Sundays.' };

  it('answers the finished memories in the first version, with the calendar of their creation', async () => {
    const structured_attributes = expect.objectContaining({ year: 2026, month: 3, day: 1, quarter: 1 });
    const more = { timestamp: Date.UTC(2026, 2, 1) / 1_000 };
    const { status, body } = await add('/v1/memories/', more);
    expect([status, body]).toEqual([200, [{ ...item, structured_attributes }]]);
    const second = await add('/v1/memories/', { ...more, version: 'v2', output_format: 'v1.1', user_id: 'ada' });
    expect(second.body).toEqual({ results: [{ ...item, structured_attributes }], relations: [] });
  });

  it('answers the results in the third version, and still PENDING without it', async () => {
    const { id, event } = item;
    expect((await add('/v3/memories/add/')).body).toEqual({
      message: expect.any(String),
      status: 'SUCCEEDED',
      event_id: expect.any(String),
      results: [{ id, data: { memory: item.memory }, event }],
    });
    const pending = await add('/v3/memories/add/', { async_mode: true });
    expect(pending.body).toEqual({ message: expect.any(String), status: 'PENDING', event_id: expect.any(String) });
  });

  it('answers 502 when the model fails', async () => {
    at.fake.trouble = () => ({ status: 401 });
    expect(await add('/v3/memories/add/')).toMatchObject({ status: 502, body: { code: 'provider_auth_failed' } });
  });
});
