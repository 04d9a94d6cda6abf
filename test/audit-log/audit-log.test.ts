import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exportAuditLog } from '../../src/resolvers/audit-log/export-audit-log.js';
import { type AuditExportLine, verifyAuditLines } from '@memory-gateway/audit-chain';
import { startTestApp, type TestApp } from '../helpers/app.js';
import { person } from '../helpers/context.js';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

interface Answer {
  readonly data?: Record<string, Record<string, unknown>> | null;
  readonly errors?: readonly { readonly extensions: { readonly code: string } }[];
}

async function graphql(query: string, key: string | null = test.admin.apiKey): Promise<Answer> {
  return (await test.as(key).rest<Answer>('POST', '/graphql', { query })).body;
}

interface Node {
  readonly action: string;
  readonly targetId: string;
  readonly actorType: string;
  readonly actorId: string | null;
  readonly organizationId: string | null;
  readonly projectId: string | null;
  readonly changes: Record<string, unknown>;
  readonly requestId: string | null;
}

async function auditLogs(args = ''): Promise<Node[]> {
  const fields = 'action targetId actorType actorId organizationId projectId changes requestId';
  const { data } = await graphql(`{ auditLogs(first: 50${args}) { edges { node { ${fields} } } } }`);
  return (data!.auditLogs!.edges as { node: Node }[]).map(({ node }) => node);
}

/** Runs work and returns the audit log rows that it wrote. */
async function rowsOf(work: () => Promise<unknown>): Promise<Node[]> {
  const before = await auditLogs();
  await work();
  const after = await auditLogs();
  return after.slice(0, after.length - before.length);
}

describe('the audit log', () => {
  it('has one row for a change, with actor, target, place and values before and after', async () => {
    const { projectId, orgId } = test.admin;
    const change = (description: string) =>
      graphql(
        `mutation { updateProject(input: { id: "${projectId}", description: "${description}" }) { __typename } }`,
      );
    await change('Lamp');
    const rows = await rowsOf(() => change('Light'));
    expect(rows).toEqual([
      {
        action: 'project.update',
        targetId: projectId,
        actorType: 'API_KEY',
        actorId: expect.any(String) as string,
        organizationId: orgId,
        projectId,
        changes: { description: ['Lamp', 'Light'] },
        requestId: expect.stringMatching(/^[0-9a-f]{16}$/) as string,
      },
    ]);
  });

  it('has one row for each kind of change over REST, and none for reads and refusals', async () => {
    const client = test.as(test.admin.apiKey);
    const body = { messages: [{ role: 'user', content: 'The canary sings.' }], user_id: 'ada', infer: false };
    const added = await rowsOf(() => client.rest('POST', '/v1/memories/', body));
    const [memory] = await test.app.services.database.query<{ id: string }>('SELECT id FROM memories');
    const memoryId = memory?.id ?? '';
    expect(added.map(({ action }) => action)).toEqual(['memory.add']);
    const changed = await rowsOf(() =>
      client.rest('PUT', `/v1/memories/${memoryId}/`, { text: 'The canary is silent.' }),
    );
    expect(changed).toMatchObject([{ action: 'memory.update', targetId: memoryId }]);
    expect(JSON.stringify(changed)).not.toContain('canary');
    const deleted = await rowsOf(() => client.rest('DELETE', `/v1/memories/${memoryId}/`));
    expect(deleted).toMatchObject([{ action: 'memory.delete', targetId: memoryId }]);
    const nothing = await rowsOf(async () => {
      await client.rest('DELETE', `/v1/memories/${memoryId}/`);
      await client.rest('GET', '/v1/entities/');
      await test.as(null).rest('POST', '/v1/memories/', body);
    });
    expect(nothing).toEqual([]);
  });

  it('filters, and is visible to OWNERs only', async () => {
    const stranger = await test.keyFor(await person(test.app.services, 'stranger'));
    const { projectId } = test.admin;
    expect(
      (await auditLogs(', filter: { action: "memory." }')).every(({ action }) => action.startsWith('memory.')),
    ).toBe(true);
    expect(await auditLogs(', filter: { targetId: "nothing" }')).toEqual([]);
    const query = `{ auditLogs(projectId: "${projectId}") { totalCount } }`;
    expect((await graphql(query, stranger)).errors?.[0]?.extensions.code).toBe('NOT_FOUND');
    expect((await graphql('{ auditLogs { totalCount } }', stranger)).errors?.[0]?.extensions.code).toBe('FORBIDDEN');
    expect((await graphql('{ auditLogs { totalCount } }', null)).errors?.[0]?.extensions.code).toBe('UNAUTHENTICATED');
  });

  it('is sealed in chains that verify, and shows where a stored row was changed or removed', async () => {
    const { services } = test.app;
    await services.auditSealer?.seal();
    const verify = () => verifyAuditLines(exportAuditLog(services, null), { publicKey: null, keptHeads: [] });
    const intact = await verify();
    expect(intact.map(({ problems }) => problems)).toEqual(intact.map(() => []));
    expect(await services.database.query('SELECT id FROM audit_logs WHERE sequence IS NULL')).toEqual([]);
    const chain = test.admin.orgId;
    await services.database.query(`UPDATE audit_logs SET action = 'nothing.at_all' WHERE chain = $1 AND sequence = 2`, [
      chain,
    ]);
    const [changed] = (await verify()).filter((found) => found.chain === chain);
    expect(changed?.problems).toMatchObject([{ kind: 'CHANGED', sequence: 2 }]);
    await services.database.query('DELETE FROM audit_logs WHERE chain = $1 AND sequence = 2', [chain]);
    const [removed] = (await verify()).filter((found) => found.chain === chain);
    expect(removed?.problems[0]).toMatchObject({ kind: 'MISSING', sequence: 2 });
  });

  it('exports lines that verify without the database', async () => {
    const lines: string[] = [];
    for await (const line of exportAuditLog(test.app.services, 'installation')) lines.push(JSON.stringify(line));
    async function* read(): AsyncGenerator<AuditExportLine> {
      await Promise.resolve();
      for (const line of lines) yield JSON.parse(line) as AuditExportLine;
    }
    const verified = await verifyAuditLines(read(), { publicKey: null, keptHeads: [] });
    expect(verified.every(({ problems }) => problems.length === 0)).toBe(true);
  });
});
