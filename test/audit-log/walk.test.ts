import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { restOperations } from '../../rest-compat/openapi/index.js';
import { buildSchema } from '../../src/schema/index.js';
import { startTestApp, type TestApp } from '../helpers/app.js';
import { mutationCases, otherCases } from './walk-mutations.js';
import { routeCases } from './walk-routes.js';
import { createWalkWorld, type WalkWorld } from './walk-world.js';

const mutations = Object.values(buildSchema().getMutationType()?.getFields() ?? {});
const routes = (await restOperations()).filter(({ method }) => method !== 'get');
const routeName = ({ method, path }: (typeof routes)[number]) => `${method.toUpperCase()} ${path}`;

let test: TestApp;
let world: WalkWorld;
beforeAll(async () => {
  test = await startTestApp();
  world = createWalkWorld(test);
});
beforeEach(async () => {
  // The cases that create the first admin remove all users.
  const users = await test.app.services.database.query("SELECT id FROM users WHERE email = 'admin@example.com'");
  if (users.length === 0) await test.reset();
});
afterAll(() => test.close());

interface Request {
  readonly method: string;
  readonly url: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly token?: string | null;
}

let requests = 0;

async function send({ method, url, body, headers, token = test.admin.apiKey }: Request) {
  requests += 1;
  const answer = await test.app.inject({
    method: method as 'POST',
    url,
    headers: {
      ...headers,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token !== null && { authorization: `Bearer ${token}` }),
    },
    payload: body === undefined ? undefined : JSON.stringify(body),
    // Sign-ins are limited by address.
    remoteAddress: `10.1.${requests % 250}.1`,
  });
  return { status: answer.statusCode, text: answer.body, requestId: String(answer.headers['x-request-id']) };
}

interface Row {
  readonly action: string;
  readonly targetType: string;
  readonly targetId: string;
}

/** Returns the audit log rows of one request. Jobs that it starts have no request. */
function rowsOf(requestId: string): Promise<Row[]> {
  const sql = 'SELECT action, target_type, target_id FROM audit_logs WHERE request_id = $1 ORDER BY id';
  return test.app.services.database.query<Row>(sql, [requestId]);
}

const payloadName = (mutation: string) => `${mutation.charAt(0).toUpperCase()}${mutation.slice(1)}Payload`;

function expectRows(rows: readonly Row[], actions: readonly string[]): void {
  expect(rows.map(({ action }) => action)).toEqual(actions);
  for (const { action, targetType, targetId } of rows) {
    expect(targetType).toBe(action.split('.', 1)[0]);
    expect(targetId).not.toBe('');
  }
}

describe('each mutation writes exactly the rows of its case', () => {
  it('and each mutation of the schema has a case', () => {
    expect(Object.keys(mutationCases).sort()).toEqual(mutations.map(({ name }) => name).sort());
    const unusual = Object.entries(mutationCases).filter(([, { actions, why }]) => actions.length !== 1 && !why);
    expect(unusual).toEqual([]);
  });

  const walked = [
    ...mutations.map((mutation) => ({ ...mutation, title: mutation.name, known: mutationCases[mutation.name] })),
    ...mutations
      .filter(({ name }) => name in otherCases)
      .map((mutation) => ({ ...mutation, title: `${mutation.name}, other input`, known: otherCases[mutation.name] })),
  ];
  for (const { name, args, title, known } of walked) {
    it(title, async () => {
      if (!known) throw new Error(`${name} has no case in walk-mutations.ts.`);
      const given = known.as ? await known.as(world) : { token: undefined, input: await known.input(world) };
      const input = args.find((argument) => argument.name === 'input');
      const query = `mutation ($input: ${String(input?.type)}) { ${name}(input: $input) { __typename ... on Error { message } } }`;
      const body = { query, variables: { input: given.input } };
      const answer = await send({ method: 'POST', url: '/graphql', body, token: given.token });
      expect(JSON.parse(answer.text)).toEqual({ data: { [name]: { __typename: payloadName(name) } } });
      expectRows(await rowsOf(answer.requestId), known.actions);
    });
  }
});

describe('each route that is no GET writes exactly the rows of its case', () => {
  it('and each of these routes has a case', () => {
    expect(Object.keys(routeCases).sort()).toEqual(routes.map(routeName).sort());
    const unusual = Object.entries(routeCases).filter(([, { actions, why }]) => actions.length !== 1 && !why);
    expect(unusual).toEqual([]);
  });

  for (const route of routes) {
    it(routeName(route), async () => {
      const known = routeCases[routeName(route)];
      if (!known) throw new Error(`${routeName(route)} has no case in walk-routes.ts.`);
      const { params = {}, query = '', body, headers, token } = await known.call(world);
      const path = route.path.replace(/\{(\w+)\}/g, (_match, name: string) => encodeURIComponent(params[name] ?? ''));
      const method = route.method.toUpperCase();
      const answer = await send({ method, url: `${path}${query}`, body, headers, token });
      expect(answer.status, answer.text).toBeLessThan(300);
      expectRows(await rowsOf(answer.requestId), known.actions);
    });
  }
});
