import Fastify, { type RouteOptions } from 'fastify';
import { isNonNullType } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { supportsIdempotencyKey } from '../../rest-compat/shared/idempotency.js';
import { restApi } from '../../rest-compat/index.js';
import { buildSchema } from '../../src/schema/index.js';
import { startTestApp, type TestApp } from '../helpers/app.js';
import { sender } from './helpers.js';

const methods = ['POST', 'PUT', 'PATCH', 'DELETE'];
let test: TestApp;
let routes: readonly RouteOptions[];

beforeAll(async () => {
  test = await startTestApp();
  const bare = Fastify();
  const found: RouteOptions[] = [];
  bare.addHook('onRoute', (route) => void found.push(route));
  await bare.register(restApi, { authenticate: async () => undefined });
  await bare.ready();
  // Other methods respond 405.
  routes = found.filter(
    ({ method, config }) => [method].flat().some((name) => methods.includes(name)) && config?.operation !== undefined,
  );
});
afterAll(() => test.close());

const nameOf = ({ method, url }: RouteOptions) => `${[method].flat().join()} ${url}`;

describe('idempotency keys', () => {
  it('are left aside by searches, lists and what begins or ends a session, and by no other REST path', () => {
    const others = routes
      .filter((route) => !supportsIdempotencyKey(route))
      .map(nameOf)
      .sort();
    expect(others).toEqual([
      'POST /auth/accept-invitation',
      'POST /auth/login',
      'POST /auth/logout',
      'POST /auth/refresh',
      'POST /auth/register',
      'POST /search',
      'POST /v1/exports/get/',
      'POST /v1/memories/search/',
      'POST /v1/summary/',
      'POST /v2/memories/',
      'POST /v2/memories/search/',
      // This operation requires a key and has its own response to a repeat.
      'POST /v2/profiles/jobs/',
      'POST /v3/memories/',
      'POST /v3/memories/search/',
    ]);
  });

  it('are read on every REST path that writes: one of the wrong form is refused', async () => {
    const send = sender(test.app, test.admin.apiKey);
    const writes = routes.filter(supportsIdempotencyKey);
    expect(writes.length).toBeGreaterThan(35);
    const answers = await Promise.all(
      writes.map(async (route) => {
        const { status, text } = await send(
          `${[route.method].flat()[0]} ${route.url.replaceAll(/:\w+/g, 'x')}`,
          {},
          'short',
        );
        return { route: nameOf(route), status, isNamed: /idempotency_key/.test(text) };
      }),
    );
    expect(answers.filter(({ status, isNamed }) => status !== 400 || !isNamed)).toEqual([]);
  });

  it('are an argument of every mutation', () => {
    const type = buildSchema().getMutationType();
    expect(type?.description).toContain('8 to 128 printable ASCII characters');
    const mutations = Object.values(type?.getFields() ?? {});
    expect(mutations.length).toBeGreaterThan(25);
    for (const { name, args } of mutations) {
      const [argument] = args.filter((arg) => arg.name === 'idempotencyKey');
      expect(argument?.description, name).toContain('See `Mutation`');
      expect(isNonNullType(argument?.type), name).toBe(false);
    }
  });
});
