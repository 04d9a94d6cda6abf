import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { idle } from '../deletion/helpers.js';
import { startTestApp, type Client, type TestApp } from '../helpers/app.js';
import { person, project } from '../helpers/context.js';

interface Row {
  readonly action: string;
  readonly targetId: string;
  readonly changes: Readonly<Record<string, [unknown, unknown]>>;
  readonly names: readonly { readonly digest: string; readonly name: string }[];
}

const rosa = 'rosa@example.com';
const digest = { digest: expect.stringMatching(/^[0-9a-f]{64}$/) as string };

let test: TestApp;
let owner: Client;
let projectId: string;
beforeAll(async () => {
  test = await startTestApp();
});
beforeEach(async () => {
  await test.reset();
  const user = await person(test.app.services, 'owner');
  projectId = await project(test.app.services, test.admin.orgId, [[user, 'OWNER']]);
  owner = test.as(await test.keyFor(user, { projectId }));
});
afterAll(() => test.close());

async function graphql<Data>(query: string): Promise<Data> {
  const { body } = await owner.rest<{ data: Data; errors?: unknown }>('POST', '/graphql', { query });
  expect(body.errors).toBeUndefined();
  return body.data;
}

const mutate = (field: string, input: string) => graphql(`mutation { ${field}(input: { ${input} }) { __typename } }`);

async function auditLogs(filter: string): Promise<readonly Row[]> {
  const fields = 'action targetId changes names { digest name }';
  const query = `{ auditLogs(projectId: "${projectId}", filter: { ${filter} }) { nodes { ${fields} } } }`;
  return (await graphql<{ auditLogs: { nodes: Row[] } }>(query)).auditLogs.nodes;
}

describe('IDs of entities in the audit log', () => {
  it('are digests, which readers resolve until the entity is erased', async () => {
    await mutate('createEntity', `type: USER, name: "${rosa}"`);
    await mutate('addMemories', `userId: "${rosa}", messages: [{ role: USER, content: "I collect stamps." }]`);
    await mutate('createExport', `format: JSONL, filter: { userId: { eq: "${rosa}" } }`);
    await mutate('deleteMemories', `userId: "${rosa}"`);
    await idle(test.app.services);
    const targets = 'action: "entity."';
    const [created] = await auditLogs(targets);
    expect(created?.targetId).toMatch(/^user\/[0-9a-f]{64}$/);
    const name = { digest: created?.targetId.slice('user/'.length) ?? '', name: rosa };
    expect(created?.names).toEqual([name]);
    const [[added], [exported], [deleted]] = [
      await auditLogs('action: "memory.add"'),
      await auditLogs('action: "export.create"'),
      await auditLogs('action: "deletion.accept"'),
    ];
    expect(added).toMatchObject({ changes: { userId: [null, digest] }, names: [name] });
    expect(exported).toMatchObject({ changes: { format: [null, 'jsonl'] }, names: expect.arrayContaining([name]) });
    expect(deleted?.names).toEqual([name]);
    expect(
      JSON.stringify([created, added, exported, deleted].map((row) => [row?.targetId, row?.changes])),
    ).not.toContain(rosa);
    expect(await auditLogs(`targetId: "user/${rosa}"`)).toEqual([created]);
    const listed = await owner.rest<{ results: unknown[] }>(
      'GET',
      `/v1/audit-logs/?project_id=${projectId}&target_id=user/${rosa}`,
    );
    expect(listed.body.results).toMatchObject([{ action: 'entity.create', names: { [name.digest]: rosa } }]);

    await mutate('eraseSubject', `type: USER, name: "${rosa}"`);
    const left = await auditLogs('');
    expect(left.length).toBeGreaterThan(4);
    expect(left.flatMap(({ names }) => names)).toEqual([]);
    expect(JSON.stringify(left)).not.toContain(rosa);
    expect(await auditLogs(`targetId: "user/${rosa}"`)).toEqual([{ ...created, names: [] }]);
  });

  it('keep the wildcard of a deletion of everything, and say the type of a deleted entity', async () => {
    await mutate('deleteMemories', 'userId: "*", agentId: "*", appId: "*", runId: "*"');
    await mutate('deleteEntity', 'type: RUN, name: "r-7"');
    const [entity, everything] = await auditLogs('action: "deletion.accept"');
    expect(JSON.stringify(everything?.changes)).not.toContain('digest');
    expect(entity).toMatchObject({
      changes: { entityType: [null, 'run'], entityName: [null, digest] },
      names: [{ name: 'r-7' }],
    });
  });
});
