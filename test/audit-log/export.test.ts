import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditCommands } from '../../src/commands/audit-commands.js';
import { runCommandLine } from '@memory-gateway/cli';
import { type AuditExportLine, verifyAuditLines } from '@memory-gateway/audit-chain';
import { startTestApp, type TestApp } from '../helpers/app.js';
import { person } from '../helpers/context.js';

let test: TestApp;
let reader: string;
let outsider: string;
const rowCount = 2_300;

beforeAll(async () => {
  test = await startTestApp();
  const { services } = test.app;
  const [rita, otto] = [await person(services, 'rita'), await person(services, 'otto')];
  await services.database.query(
    "INSERT INTO organization_members (organization_id, user_id, role) VALUES ($1, $2, 'READER')",
    [test.admin.orgId, rita.id],
  );
  [reader, outsider] = [await test.keyFor(rita), await test.keyFor(otto)];
  // More rows than two pages of an export, with everything that CSV has to quote.
  await services.database.query(
    `INSERT INTO audit_logs (id, actor_type, action, target_type, target_id, organization_id, chain, changes, reason, created_at)
     SELECT lpad(to_hex(n), 32, '0')::uuid, 'SYSTEM', 'lamp.light', 'lamp', 'lamp-' || n, $1, $1, '{"name":["a","b, \\"c\\""]}',
       CASE WHEN n % 2 = 0 THEN '=1+1' END, now() - interval '1 day' FROM generate_series(1, ${rowCount}) AS n`,
    [test.admin.orgId],
  );
});
afterAll(() => test.close());

interface Listed {
  readonly count: number;
  readonly next: string | null;
  readonly previous: null;
  readonly results: readonly Record<string, unknown>[];
}

const list = (query: string, key = test.admin.apiKey) => test.as(key).rest<Listed>('GET', `/v1/audit-logs/?${query}`);

async function download(query: string, key = test.admin.apiKey) {
  const headers = { authorization: `Token ${key}` };
  const answer = await test.app.inject({ method: 'GET', url: `/v1/audit-logs/export/?${query}`, headers });
  return { status: answer.statusCode, text: answer.body, type: answer.headers['content-type'] };
}

const parse = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as AuditExportLine);

async function verify(lines: readonly AuditExportLine[]) {
  async function* read() {
    await Promise.resolve();
    yield* lines;
  }
  return verifyAuditLines(read(), { publicKey: null, keptHeads: [] });
}

describe('the audit log over REST', () => {
  it('lists what GraphQL lists, with the same filters, page after page', async () => {
    const { orgId, projectId } = test.admin;
    const client = test.as(test.admin.apiKey);
    await client.rest('PATCH', `/api/v1/orgs/organizations/${orgId}/projects/${projectId}/`, { name: 'Light' });
    const { body } = await list(`project_id=${projectId}&action=project.`);
    const query = `{ auditLogs(projectId: "${projectId}", filter: { action: "project." }) { totalCount edges { node {
      id action actorType actorId keyPrefix targetType targetId organizationId projectId changes reason requestId createdAt } } } }`;
    interface Answer {
      readonly data: { auditLogs: { totalCount: number; edges: { node: Record<string, unknown> }[] } };
    }
    const { data } = (await client.rest<Answer>('POST', '/graphql', { query })).body;
    const node = data.auditLogs.edges[0]?.node ?? {};
    expect(data.auditLogs.totalCount).toBe(1);
    const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    const expected = Object.fromEntries(Object.entries(node).map(([name, value]) => [snake(name), value]));
    expect(body).toEqual({
      count: 1,
      next: null,
      previous: null,
      results: [{ ...expected, names: {}, sequence: body.results[0]?.sequence, hash: body.results[0]?.hash }],
    });
    expect(node.changes).toEqual({ name: [expect.any(String), 'Light'] });
  });

  it('returns all rows by `next`, newest first, without gap or repeat', async () => {
    const ids: unknown[] = [];
    let address: string | null = `/v1/audit-logs/?org_id=${test.admin.orgId}&action=lamp.light&page_size=100`;
    for (let pages = 0; address !== null && pages < 40; pages += 1) {
      const { body }: { body: Listed } = await test.as(test.admin.apiKey).rest<Listed>('GET', address);
      expect(body.count).toBe(rowCount);
      ids.push(...body.results.map(({ target_id: id }) => id));
      address = body.next === null ? null : body.next.replace(/^http:\/\/[^/]+/, '');
    }
    expect(ids).toEqual(Array.from({ length: rowCount }, (_, index) => `lamp-${rowCount - index}`));
  });

  it('is visible to OWNERs only, and rejects invalid filters', async () => {
    const { orgId } = test.admin;
    expect((await list(`org_id=${orgId}`, reader)).status).toBe(403);
    expect((await download(`org_id=${orgId}`, reader)).status).toBe(403);
    expect((await list(`org_id=${orgId}`, outsider)).status).toBe(404);
    const [hidden, absent] = [await download(`org_id=${orgId}`, outsider), await download('org_id=org_x', outsider)];
    expect([hidden.status, absent.status, hidden.text === absent.text]).toEqual([404, 404, true]);
    expect((await list('', outsider)).status).toBe(403);
    expect((await download('', outsider)).status).toBe(403);
    for (const query of ['actor_id=x', 'since=yesterday', 'cursor=x', 'page_size=101'])
      expect((await list(query)).status, query).toBe(400);
    expect((await download('format=xml')).status).toBe(400);
  });
});

describe('an export', () => {
  it('as JSON Lines verifies without the database, and shows a changed byte', async () => {
    const { status, text, type } = await download(`org_id=${test.admin.orgId}`);
    expect([status, type]).toEqual([200, 'application/x-ndjson; charset=utf-8']);
    const lines = parse(text);
    const [chain] = await verify(lines);
    expect(chain).toMatchObject({ chain: test.admin.orgId, problems: [] });
    expect(chain?.rows).toBeGreaterThan(rowCount);
    const changed = lines.map((line) =>
      line.type === 'row' && line.targetId === 'lamp-1234' ? { ...line, reason: 'because' } : line,
    );
    const at = lines.find((line) => line.type === 'row' && line.targetId === 'lamp-1234');
    expect((await verify(changed))[0]?.problems[0]).toMatchObject({
      kind: 'CHANGED',
      sequence: at?.type === 'row' ? at.sequence : 0,
    });
  });

  it('as CSV has the same rows', async () => {
    const { text, type } = await download(`org_id=${test.admin.orgId}&format=csv`);
    expect(type).toBe('text/csv; charset=utf-8; header=present');
    const [header, ...records] = text.trim().split('\r\n');
    expect(header).toMatch(/^id,chain,sequence,createdAt,.*,previousHash,hash$/);
    const rows = parse((await download(`org_id=${test.admin.orgId}`)).text).filter((line) => line.type === 'row');
    expect(records).toHaveLength(rows.length);
    const lamp = records.find((record) => record.includes('lamp-2,'));
    expect(lamp).toContain(`"{""name"":[""a"",""b, \\""c\\""""]}","'=1+1",`);
  });

  it('by the command line equals that of REST, also for one chain', async () => {
    const written: string[] = [];
    const io = { stdout: { write: (text: string) => written.push(text) }, stderr: { write: () => true } };
    const open = () => Promise.resolve({ services: test.app.services, close: () => Promise.resolve() });
    const run = (...argv: string[]) => runCommandLine([auditCommands(open)], argv, io);
    expect(await run('audit', 'export', '--chain', test.admin.orgId)).toBe(0);
    expect(written.join('')).toBe((await download(`org_id=${test.admin.orgId}`)).text);
    written.length = 0;
    expect(await run('audit', 'export')).toBe(0);
    const chains = (await verify(parse(written.join('')))).map(({ chain, problems }) => [chain, problems]);
    expect(chains).toEqual([
      ['installation', []],
      [test.admin.orgId, []],
    ]);
    written.length = 0;
    expect(await run('audit', 'export', '--format', 'csv', '--chain', 'installation')).toBe(0);
    expect(written.join('').split('\r\n')[1]).toContain(',installation,1,');
    expect(await run('audit', 'export', '--format', 'xml')).toBe(2);
  });
});
