import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  routeResponses,
  restDocument,
  restOperations,
  type OpenApiDocument,
  type OpenApiOperation,
} from '../../rest-compat/openapi/index.js';
import { startTestApp, type TestApp } from '../helpers/app.js';

const committed = readFileSync(fileURLToPath(new URL('../../openapi.json', import.meta.url)), 'utf8');

let document: OpenApiDocument;
let test: TestApp;
beforeAll(async () => {
  document = await restDocument();
  test = await startTestApp();
});
afterAll(() => test.close());

interface Entry extends OpenApiOperation {
  readonly name: string;
}

const operations = (): Entry[] =>
  Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ ...operation, name: `${method} ${path}` })),
  );

describe('the OpenAPI document', () => {
  it('is the committed file', () => {
    expect(
      `${JSON.stringify(document, null, 2)}\n` === committed,
      'openapi.json is not up to date: npm run openapi:print',
    ).toBe(true);
  });

  it('is valid OpenAPI 3.1', async () => {
    const result = await new Validator().validate(JSON.parse(committed) as Record<string, unknown>);
    expect(result).toMatchObject({ valid: true });
    expect(document.openapi).toMatch(/^3\.1\./);
  });

  it('has every REST route of the server', async () => {
    const described = new Set(operations().map(({ name }) => name));
    const missing = (await restOperations())
      .map(({ method, path }) => `${method} ${path}`)
      .filter((name) => !described.has(name));
    expect(missing).toEqual([]);
    // Every route that the running server's router prints must lead to an operation of the document.
    const unanswered: string[] = [];
    for (const { name } of operations()) {
      const [method = '', path = ''] = name.split(' ');
      const url = path.replace(/\{\w+\}/g, ':name');
      if (!test.app.http.hasRoute({ method: method.toUpperCase(), url: restoreNames(url, path) }))
        unanswered.push(name);
    }
    expect(unanswered).toEqual([]);
  });

  it('says of every operation what it is called, what it does, what it takes and what it answers', () => {
    const faults = operations().flatMap(({ name, ...operation }) => {
      const successes = Object.entries(operation.responses).filter(([status]) => status.startsWith('2'));
      const inPath = [...name.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter);
      const declared = operation.parameters
        .filter((parameter) => 'in' in parameter && parameter.in === 'path')
        .map((parameter) => 'name' in parameter && parameter.name);
      return [
        ...(operation.operationId ? [] : [`${name} has no operationId`]),
        ...(operation.summary ? [] : [`${name} has no summary`]),
        ...(operation.tags.length === 1 ? [] : [`${name} has no tag`]),
        ...(successes.length > 0 ? [] : [`${name} has no answer of success`]),
        ...(operation.responses['401'] || operation.security?.length === 0
          ? []
          : [`${name} does not say what a wrong key is answered`]),
        ...(JSON.stringify(inPath) === JSON.stringify(declared)
          ? []
          : [`${name} does not declare its path parameters`]),
      ];
    });
    expect(faults).toEqual([]);
  });

  it('has the header that an order of profiles requires, and its limits', () => {
    const order = operations().find(({ name }) => /^post .*\/v2\/profiles\/jobs\/$/i.test(name));
    expect(order?.parameters).toEqual([
      expect.objectContaining({ name: 'idempotency-key', in: 'header', required: true }),
    ]);
  });

  it('describes every property and parameter', () => {
    const missed: string[] = [];
    const look = (schema: unknown, place: string): void => {
      if (typeof schema !== 'object' || schema === null) return;
      const { properties, items, additionalProperties, anyOf, oneOf, allOf } = schema as Record<string, unknown>;
      for (const [name, property] of Object.entries((properties ?? {}) as Record<string, { description?: unknown }>)) {
        if (typeof property.description !== 'string') missed.push(`${place}.${name}`);
        look(property, `${place}.${name}`);
      }
      for (const nested of [items, additionalProperties, ...[anyOf, oneOf, allOf].flat()]) look(nested, place);
    };
    for (const [name, schema] of Object.entries(document.components.schemas)) look(schema, name);
    for (const { name, parameters, responses } of operations()) {
      for (const parameter of parameters)
        if ('name' in parameter && !parameter.description) missed.push(`${name} ${parameter.name}`);
      for (const { content } of Object.values(responses) as { content?: { 'application/json': { schema: unknown } } }[])
        look(content?.['application/json'].schema, name);
    }
    expect(missed).toEqual([]);
  });

  it('refers to components that exist, and keeps every request and error in one', () => {
    const text = JSON.stringify(document);
    const missing = [...text.matchAll(/"\$ref":"#\/components\/(\w+)\/(\w+)"/g)].filter(
      ([, kind = '', name = '']) => !(name in ((document.components as Record<string, object>)[kind] ?? {})),
    );
    expect(missing).toEqual([]);
    expect(text.length).toBeLessThan(300_000);
    expect(document.servers).toEqual([{ url: '/', description: 'This server' }]);
  });

  it('calls no two operations the same', () => {
    const ids = operations().map(({ operationId }) => operationId);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  });

  it('describes what the server really answers', async () => {
    const routes = (await restOperations()).filter(({ method }) => method === 'get');
    const client = test.as(test.admin.apiKey);
    await client.rest('POST', '/v3/memories/add/', {
      messages: [{ role: 'user', content: 'Mira keeps bees' }],
      user_id: 'mira',
      infer: false,
    });
    const calls = [
      ...([
        '/v1/ping/',
        '/v1/entities/',
        '/v1/events/',
        '/v1/memories/events/',
        '/v1/stats/',
        '/api/v1/orgs/organizations/',
        '/v2/profiles/settings/',
      ] as const),
      ...([
        '/v1/memories/?user_id=mira',
        '/v1/memories/user/mira/',
        '/v1/memories/nothing/',
        '/v1/exports/',
        '/memories?user_id=mira',
        '/api-keys',
        '/users',
      ] as const),
      ...([
        '/entities',
        '/auth/me',
        '/auth/setup-status',
        '/requests',
        '/invitations',
        '/configure',
        '/configure/providers',
        '/memories/00000000-0000-4000-8000-000000000000',
      ] as const),
    ];
    const faults: string[] = [];
    for (const url of calls) {
      const { status, body } = await client.rest('GET', url);
      const pathname = url.split('?')[0] ?? '';
      const route =
        routes.find(({ path }) => path === pathname) ??
        routes.find(({ path }) => new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`).test(pathname));
      const schema = route && routeResponses(route).get(status);
      if (!schema) faults.push(`${url}: status ${String(status)} is not described`);
      else
        faults.push(
          ...(schema.safeParse(body).error?.issues ?? []).map(
            (issue) => `${url}: ${issue.path.join('.')}: ${issue.message}`,
          ),
        );
    }
    expect(faults).toEqual([]);
  });
});

describe('the pages', () => {
  it('serves the document without a credential', async () => {
    const response = await test.app.inject({ url: '/openapi.json' });
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-type']).toContain('application/json');
    expect(JSON.parse(response.body)).toEqual(JSON.parse(committed));
  });

  it('shows /docs with requests to try, from files of this server under a policy without other hosts', async () => {
    const response = await test.app.inject({ url: '/docs' });
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-type']).toContain('text/html');
    expect(response.headers['content-security-policy']).toContain("default-src 'none'; script-src 'self'");
    const sources = [...response.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, url]) => url ?? '');
    expect(sources).toEqual([
      '/docs/assets/swagger-ui.css',
      '/openapi.json',
      '/docs/assets/swagger-ui-bundle.js',
      '/docs/start.js',
    ]);
    for (const url of sources) expect((await test.app.inject({ url })).statusCode, url).toBe(200);
  });
});

/** Restores parameter names, which the router omits. */
function restoreNames(url: string, path: string): string {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  // The router omits trailing slashes.
  return url.replaceAll(':name', () => `:${names.shift() ?? ''}`).replace(/(?<=.)\/$/, '');
}
