import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import type { CallerUser } from '../../src/auth/caller.js';
import type { Config } from '../../src/config.js';
import { idle } from '../deletion/helpers.js';
import { startTestApp, type Client, type TestApp } from '../helpers/app.js';

/** The product for a test file, emptied before each test, with REST requests by the admin's key. */
export interface RestApp {
  readonly test: TestApp;
  readonly admin: Client;
  /** The path of the default organization. */
  readonly organization: string;
  /** The path of the default project. */
  readonly project: string;
  /** Stores one memory unchanged, by default of user rosa. @returns its id */
  remember(content: string, more?: object, by?: Client): Promise<string>;
  /** Waits until all background work has ended. */
  settled(): Promise<void>;
  /**
   * Creates a user with an optional role in the default project. @returns a client with the user's key, and the user
   */
  person(name: string, role?: 'READER' | 'OWNER'): Promise<{ client: Client; user: CallerUser }>;
  /** Runs a GraphQL document. @returns the data */
  graphql<Data>(query: string, variables?: object): Promise<Data>;
}

/** Starts the product for the tests of a file. */
export function restApp(config: Partial<Config> = {}): RestApp {
  let test: TestApp;
  let admin: Client;
  beforeAll(async () => {
    test = await startTestApp(config);
  });
  beforeEach(async () => {
    await test.reset();
    admin = test.as(test.admin.apiKey);
  });
  afterEach(() => idle(test.app.services));
  afterAll(() => test.close());

  return {
    get test() {
      return test;
    },
    get admin() {
      return admin;
    },
    get organization() {
      return `/api/v1/orgs/organizations/${test.admin.orgId}/`;
    },
    get project() {
      return `/api/v1/orgs/organizations/${test.admin.orgId}/projects/${test.admin.projectId}/`;
    },
    async remember(content, more = {}, by = admin) {
      const body = { messages: [{ role: 'user', content }], user_id: 'rosa', infer: false, ...more };
      const answer = await by.rest<{ results: [{ id: string }] }>('POST', '/v3/memories/add/', body);
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
      return answer.body.results[0].id;
    },
    settled: () => idle(test.app.services),
    async person(name, role) {
      const { projectId } = test.admin;
      const account = {
        name,
        email: `${name}@example.com`,
        role: 'member',
        ...(role && { project_id: projectId, project_role: role }),
      };
      const { body } = await admin.rest<{ id: string }>('POST', '/users', account);
      // New users are READERs of the default project.
      if (!role)
        await admin.rest(
          'DELETE',
          `/api/v1/orgs/organizations/${test.admin.orgId}/projects/${projectId}/members/?email=${account.email}`,
        );
      const user: CallerUser = { id: body.id, name, email: account.email, role: 'member' };
      return { client: test.as(await test.keyFor(user)), user };
    },
    async graphql<Data>(query: string, variables: object = {}) {
      const { body } = await admin.rest<{ data: Data; errors?: unknown }>('POST', '/graphql', { query, variables });
      expect(body.errors).toBeUndefined();
      return body.data;
    },
  };
}

/** An id that no object has. */
export const nowhere = '018f0000-0000-7000-8000-000000000000';

/** A time in a response. */
export const time: unknown = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

/** Any UUID. */
export const uuid: unknown = expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/);

/** Any text. */
export const text: unknown = expect.stringMatching(/\S/);

/** A complete memory on the wire, with the given fields. */
export const memory = (given: object = {}): object => ({
  id: uuid,
  memory: text,
  user_id: 'rosa',
  agent_id: null,
  app_id: null,
  run_id: null,
  session_id: null,
  metadata: null,
  categories: expect.any(Array) as unknown,
  replaced_by: null,
  synthesized: false,
  lifecycle_state: 'active',
  immutable: false,
  hash: expect.stringMatching(/^[0-9a-f]{32}$/) as unknown,
  expiration_date: null,
  created_at: time,
  updated_at: time,
  structured_attributes: {
    year: expect.any(Number) as unknown,
    month: expect.any(Number) as unknown,
    day: expect.any(Number) as unknown,
    hour: expect.any(Number) as unknown,
    minute: expect.any(Number) as unknown,
    day_of_week: text,
    week_of_year: expect.any(Number) as unknown,
    day_of_year: expect.any(Number) as unknown,
    quarter: expect.any(Number) as unknown,
    is_weekend: expect.any(Boolean) as unknown,
  },
  ...given,
});
