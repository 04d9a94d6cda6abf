import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createContext } from '../../src/context.js';
import { createApiKey } from '../../src/resolvers/api-key/create-api-key.js';
import { startTestApp, type TestApp } from '../helpers/app.js';
import { people, project, signedIn, tenant, type People, type Tenant } from '../helpers/context.js';
import { operation, type Side } from './operations.js';
import { projectOperation } from './operations-project.js';
import { operationOnMany } from './operations-many.js';

/** Number of call sequences. Long form: `DIFFERENTIAL_RUNS=200`. */
const runs = Number(process.env.DIFFERENTIAL_RUNS ?? 12);

const anyCall = fc.oneof(
  { weight: 6, arbitrary: operation },
  { weight: 2, arbitrary: projectOperation },
  { weight: 2, arbitrary: operationOnMany },
);

let app: TestApp;
let url: URL;
let cast: People;
let home: Tenant;

beforeAll(async () => {
  app = await startTestApp();
  url = new URL('/mcp', (await app.app.listen()).apiUrl);
  cast = await people(app.app.services);
  // Ada sees the members of the organization, so adding eve takes effect immediately; bob gets invitations.
  home = await tenant(
    app.app.services,
    [[cast.ada, 'OWNER']],
    [
      [cast.ada, 'READER'],
      [cast.eve, 'READER'],
    ],
  );
});
afterAll(() => app.close());

async function newSide(): Promise<Side> {
  const projectId = await project(app.app.services, home.organizationId, [
    [cast.ada, 'OWNER'],
    [cast.bob, 'READER'],
  ]);
  const ctx = createContext(app.app.services, { caller: signedIn(cast.ada), requestId: 'test' });
  const { secret } = await createApiKey(ctx, { label: 'one side', projectId });
  const agent = new Client({ name: 'test-agent', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } });
  await agent.connect(
    new StreamableHTTPClientTransport(url, { requestInit: { headers: { authorization: `Bearer ${secret}` } } }),
  );
  return {
    client: app.as(secret),
    agent,
    projectId,
    organizationId: home.organizationId,
    memories: [],
    webhooks: [],
  };
}

/** Makes the caller a READER. */
async function demote({ projectId }: Side): Promise<void> {
  await app.app.services.database.query(
    "UPDATE project_members SET role = 'READER' WHERE project_id = $1 AND user_id = $2",
    [projectId, cast.ada.id],
  );
}

/** Waits until accepted work of a project has ended. */
async function settled({ projectId }: Side): Promise<void> {
  const pending = "SELECT id FROM events WHERE project_id = $1 AND status IN ('PENDING', 'RUNNING')";
  while ((await app.app.services.database.query(pending, [projectId])).length > 0)
    await new Promise((resolve) => setTimeout(resolve, 20));
}

/** Returns the state of a project, without values that must differ. */
async function stateOf({ projectId }: Side): Promise<unknown> {
  const { database } = app.app.services;
  const memories = await database.query(
    `SELECT text, user_id, agent_id, app_id, run_id, hash, metadata, categories, expiration_date, immutable, search_language
     FROM memories WHERE project_id = $1 AND deleted_at IS NULL ORDER BY text, user_id, agent_id, app_id, run_id`,
    [projectId],
  );
  const history = await database.query(
    'SELECT event, old_memory, new_memory, count(*) FROM memory_history WHERE project_id = $1 GROUP BY 1, 2, 3 ORDER BY 1, 2, 3',
    [projectId],
  );
  const deletions = await database.query('SELECT count(*) FROM deletions WHERE project_id = $1', [projectId]);
  const members = await database.query(
    'SELECT u.email, m.role FROM project_members m JOIN users u ON u.id = m.user_id WHERE m.project_id = $1 ORDER BY 1',
    [projectId],
  );
  const invitations = await database.query(
    'SELECT email, role, revoked_at IS NULL AS open, count(*) FROM invitations WHERE project_id = $1 GROUP BY 1, 2, 3 ORDER BY 1, 2, 3',
    [projectId],
  );
  const webhooks = await database.query(
    'SELECT name, url, event_types, is_active FROM webhooks WHERE project_id = $1 ORDER BY 1, 2',
    [projectId],
  );
  const settings = await database.query(
    'SELECT description, custom_categories, custom_instructions, decay, multilingual FROM projects WHERE id = $1',
    [projectId],
  );
  const feedback = await database.query(
    'SELECT m.text, f.feedback, f.feedback_reason FROM feedback f JOIN memories m ON m.id = f.memory_id WHERE f.project_id = $1 ORDER BY 1, 2, 3',
    [projectId],
  );
  return { memories, history, deletions, members, invitations, webhooks, settings, feedback };
}

it('has the same result and effects through every API', { timeout: 600_000 }, async () => {
  const outcomes = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyCall, { minLength: 30, maxLength: 50, size: 'max' }),
      fc.nat(60),
      async (operations, lastAsOwner) => {
        const sides = [await newSide(), await newSide(), await newSide()] as const;
        const [left, right, tools] = sides;
        for (const [index, { name, rest, graphql, mcp, makes = 'memories' }] of operations.entries()) {
          if (index === lastAsOwner) await Promise.all(sides.map(demote));
          const { made: madeByRest = [], ...answer } = await rest(left);
          const { made: madeByGraphql = [], ...expected } = await graphql(right);
          const { made: madeByTool = [], ...byTool } = await (mcp ?? rest)(tools);
          expect(answer, name.slice(0, 300)).toEqual(expected);
          expect(answer.outcome, name.slice(0, 300)).not.toContain('unexpected');
          // Tools answer some calls with less; the states at the end tell whether they did the same.
          expect(byTool, `MCP: ${name.slice(0, 300)}`).toEqual(
            mcp && byTool.value === undefined ? { outcome: answer.outcome } : answer,
          );
          left[makes].push(...madeByRest);
          right[makes].push(...madeByGraphql);
          tools[makes].push(...madeByTool);
          outcomes.set(answer.outcome, (outcomes.get(answer.outcome) ?? 0) + 1);
        }
        await Promise.all(sides.map(settled));
        const expectedState = await stateOf(right);
        expect(await stateOf(left)).toEqual(expectedState);
        expect(await stateOf(tools)).toEqual(expectedState);
        await Promise.all(sides.map(({ agent }) => agent.close()));
      },
    ),
    { numRuns: runs, endOnFailure: true },
  );
  // The comparison is only meaningful with every kind of outcome.
  for (const outcome of ['done', 'invalid', 'not found', 'forbidden'])
    expect(outcomes.get(outcome), outcome).toBeGreaterThan(runs);
});
