import { afterAll, beforeAll, expect, it } from 'vitest';
import { runCommandLine } from '@memory-gateway/cli';
import { subjectCommands } from '../../src/commands/subject-commands.js';
import { startTestApp, type TestApp } from '../helpers/app.js';
import { person, project } from '../helpers/context.js';
import { idle } from './helpers.js';
import { columnsWith, plantSubject, readRemains, settled, type PlantedSubject, type Remains } from './plant-subject.js';

let test: TestApp;
const subjects = new Map<string, { planted: PlantedSubject; key: string; projectId: string }>();
beforeAll(async () => {
  test = await startTestApp({ outboundAllow: ['loopback'] });
  const { apiUrl } = await test.app.listen();
  const planting = Object.keys(routes).map(async (route, index) => {
    // An owner of one project, whose requests run under row-level security.
    const owner = await person(test.app.services, `owner-${index}`);
    const projectId = await project(test.app.services, test.admin.orgId, [[owner, 'OWNER']]);
    const key = await test.keyFor(owner, { projectId });
    const query = `mutation { updateProject(input: { id: "${projectId}", storesRequestBodies: true }) { __typename } }`;
    const { body } = await test.as(await test.keyFor(owner)).rest('POST', '/graphql', { query });
    expect(body).toEqual({ data: { updateProject: { __typename: 'UpdateProjectPayload' } } });
    const planted = await plantSubject({ app: test.app, apiUrl, key, projectId }, `canary-${index}`);
    subjects.set(route, { planted, key, projectId });
  });
  await Promise.all(planting);
}, 240_000);
afterAll(async () => {
  await test.close();
  await Promise.all([...subjects.values()].map(({ planted }) => planted.close()));
});

interface Named {
  readonly type: 'user' | 'agent' | 'app' | 'run';
  readonly name: string;
  readonly projectId: string;
  /** Key of an owner of the project. */
  readonly key: string;
}

/** Ways to remove a subject, and the column of docs/privacy.md that says what remains. */
const routes: Readonly<Record<string, [keyof Remains, (named: Named) => Promise<void>]>> = {
  'the mutation eraseSubject': [
    'erasure',
    async ({ type, name, key }) => {
      const input = `type: ${type.toUpperCase()}, name: ${JSON.stringify(name)}`;
      const query = `mutation { eraseSubject(input: { ${input} }) { __typename } }`;
      const { body } = await test.as(key).rest('POST', '/graphql', { query });
      expect(body).toEqual({ data: { eraseSubject: { __typename: 'EraseSubjectPayload' } } });
    },
  ],
  'the command `subject erase`': [
    'erasure',
    async ({ type, name, projectId }) => {
      const open = () => Promise.resolve({ services: test.app.services, close: () => Promise.resolve() });
      const argv = ['subject', 'erase', `--${type}-id`, name, '--project', projectId];
      const output = { write: () => true };
      expect(await runCommandLine([subjectCommands(open)], argv, { stdout: output, stderr: output })).toBe(0);
    },
  ],
  'DELETE /v2/entities/{entity_type}/{entity_id}/': [
    'entity',
    async ({ type, name, key }) => {
      const path = `/v2/entities/${type}/${encodeURIComponent(name)}/`;
      expect((await test.as(key).rest('DELETE', path)).status).toBe(200);
    },
  ],
};

const bodies = ['request_bodies.request', 'request_bodies.response', 'request_bodies.url'];

it.each(Object.keys(routes))(
  'after %s, the IDs and texts of a subject are only where docs/privacy.md says',
  async (route) => {
    const { database } = test.app.services;
    const [removal, subject] = [routes[route], subjects.get(route)];
    if (!removal || !subject) throw new Error('No such route.');
    const [kind, remove] = removal;
    const { planted, key, projectId } = subject;
    const { user, agent, app, run, text } = planted;
    const all = [user, encodeURIComponent(user), agent, app, run, text];
    const before = await columnsWith(database, all);
    expect(before.length).toBeGreaterThan(30);
    expect(before).toEqual(expect.arrayContaining(bodies));
    for (const type of ['user', 'agent', 'app', 'run'] as const)
      await remove({ type, name: planted[type], key, projectId });
    await idle(test.app.services);
    await settled(database);
    expect(await columnsWith(database, all)).toEqual((await readRemains())[kind]);
    // Receipts and events without their filters are still read.
    const query = '{ deletions { nodes { filter { __typename } requestedFilter } } events { nodes { id } } }';
    expect((await test.as(key).rest('POST', '/graphql', { query })).body).not.toHaveProperty('errors');
  },
  60_000,
);
