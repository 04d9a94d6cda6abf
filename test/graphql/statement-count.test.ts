import { afterAll, beforeAll, expect, it } from 'vitest';
import { createContext } from '../../src/context.js';
import { addMemories } from '../../src/resolvers/memory/add-memories.js';
import { createProject } from '../../src/resolvers/project/create-project.js';
import { startTestApp, type TestApp } from '../helpers/app.js';

const query = `query Page($first: Int!) {
  projects(first: $first) {
    totalCount
    edges { node { id name memoryCount organization { name } members { edges { node { email role } } } memories(first: 3) { edges { node { text } } } } }
  }
}`;

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  const ctx = createContext(app.app.services, {
    caller: { mode: 'disabled', user: null, key: null, isAdmin: true },
    requestId: 'test',
  });
  for (let number = 1; number < 20; number += 1) {
    const { id } = await createProject(ctx, { organizationId: app.admin.orgId, name: `project ${number}` });
    const messages = [1, 2, 3, 4].map((each) => ({ role: 'user', content: `fact ${each} of project ${number}` }));
    await addMemories(ctx, { projectId: id, userId: 'ada', infer: false, messages });
  }
});
afterAll(() => app.close());

interface PageAnswer {
  data: {
    projects: {
      totalCount: number;
      edges: {
        node: {
          name: string;
          memoryCount: number;
          memories: { edges: unknown[] };
          members: { edges: unknown[] };
          organization: { name: string };
        };
      }[];
    };
  };
}

interface Page {
  readonly answer: PageAnswer;
  readonly statements: string[];
}

/** Reads a page three times. Work in the background can add statements to a run, so the smallest one counts. */
async function page(first: number): Promise<Page> {
  const runs = [await readPage(first), await readPage(first), await readPage(first)];
  return runs.reduce((least, run) => (run.statements.length < least.statements.length ? run : least));
}

async function readPage(first: number): Promise<Page> {
  await app.app.services.requestLogs.flush();
  const statements: string[] = [];
  // Ignores statements of the request log, the audit log, the job queue and the repeated check of the key.
  const stop = app.app.services.database.onQuery((text) => {
    if (!/request_logs|field_usage|audit_|pgboss|pg_advisory|api_keys/.test(text) && !/^(BEGIN|COMMIT)/.test(text))
      statements.push(text);
  });
  const { body } = await app.as(app.admin.apiKey).rest<PageAnswer>('POST', '/graphql', { query, variables: { first } });
  stop();
  return { answer: body, statements };
}

it('reads a page of projects with counts, organizations, members and first memories in the same few statements, however many projects there are', async () => {
  await page(5);
  const few = await page(5);
  const many = await page(19);
  expect(few.answer.data.projects.edges).toHaveLength(5);
  expect(many.answer.data.projects.edges).toHaveLength(19);
  expect(many.answer.data.projects.totalCount).toBe(20);
  expect(
    many.answer.data.projects.edges.map(({ node }) => [node.memoryCount, node.memories.edges.length]).slice(1),
  ).toEqual(Array(18).fill([4, 3]));
  expect(many.statements.length, many.statements.join('\n')).toBe(few.statements.length);
  expect(many.statements.length, many.statements.join('\n')).toBeLessThanOrEqual(6);
});

it('does not count a list whose first page has all of it', async () => {
  const whole = await page(20);
  expect(whole.answer.data.projects.totalCount).toBe(20);
  expect(whole.statements.filter((text) => text.includes('count(*)'))).toHaveLength(1);
  expect(whole.statements.length).toBe((await page(19)).statements.length - 1);
});
