import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createApiKey } from '../../src/resolvers/api-key/create-api-key.js';
import { revokeApiKey } from '../../src/resolvers/api-key/revoke-api-key.js';
import { addMember } from '../../src/resolvers/member/add-member.js';
import { removeMember } from '../../src/resolvers/member/remove-member.js';
import { setMemberRole } from '../../src/resolvers/member/set-member-role.js';
import { createOrganization } from '../../src/resolvers/organization/create-organization.js';
import { createProject } from '../../src/resolvers/project/create-project.js';
import { updateProject } from '../../src/resolvers/project/update-project.js';
import { transact } from '../../src/unit-of-work/transact.js';
import { startReceiver, type Receiver } from './receiver.js';
import { webhookTest, type WebhookTest } from './setup.js';

let test: WebhookTest;
let receiver: Receiver;
beforeEach(async () => {
  test = await webhookTest();
  receiver = await startReceiver();
});
afterEach(async () => {
  await test.stop();
  await receiver.close();
});

const changes = [
  'member.invited',
  'member.added',
  'member.role_changed',
  'member.removed',
  'api_key.created',
  'api_key.revoked',
  'project.updated',
] as const;

interface Body {
  readonly event_details: { readonly event: string; readonly audit_log: Record<string, unknown> };
}
const bodies = () => receiver.received.map(({ body }) => (JSON.parse(body) as Body).event_details);
const bob = () => ({ projectId: test.projectId, email: test.everybody.bob.email });

describe('a webhook for changes of the project', () => {
  it('receives members, API keys and settings with the row of the audit log, in the order of the changes', async () => {
    await test.hook(receiver.url, { eventTypes: [...changes], isOrdered: true });
    const { projectId } = test;
    await setMemberRole(test.ctx(), { ...bob(), role: 'OWNER' });
    await removeMember(test.ctx(), bob());
    await addMember(test.ctx(), { projectId, email: 'new@example.com', role: 'READER' });
    const { key, secret } = await createApiKey(test.ctx(), { label: 'ci', projectId });
    await revokeApiKey(test.ctx(), { id: key.id });
    await updateProject(test.ctx(), { projectId, name: 'Lamp hall' });
    test.startWorker();
    await receiver.arrived(6);
    const expected = [
      ['member.role_changed', 'member.set_role', test.everybody.bob.id],
      ['member.removed', 'member.remove', test.everybody.bob.id],
      ['member.invited', 'invitation.create', expect.any(String)],
      ['api_key.created', 'api_key.create', key.id],
      ['api_key.revoked', 'api_key.revoke', key.id],
      ['project.updated', 'project.update', projectId],
    ];
    expect(bodies().map(({ event, audit_log: row }) => [event, row.action, row.target_id])).toEqual(expected);
    expect(bodies()[0]?.audit_log).toEqual({
      id: expect.any(String),
      action: 'member.set_role',
      actor_type: 'USER',
      actor_id: test.everybody.ada.id,
      key_prefix: null,
      target_type: 'member',
      target_id: test.everybody.bob.id,
      project_id: projectId,
      changes: { role: ['READER', 'OWNER'] },
      reason: null,
      request_id: expect.any(String),
      created_at: expect.any(String),
    });
    expect(JSON.stringify(bodies())).not.toContain(secret);
  });

  it('with audit.logged receives every row of the project, and no text of a memory', async () => {
    await test.hook(receiver.url, { eventTypes: ['audit.logged'] });
    await test.remember('Rosa collects stamps');
    const rows = await test.services.database.query<{ action: string }>(
      'SELECT action FROM audit_logs WHERE project_id = $1 ORDER BY id',
      [test.projectId],
    );
    const sent = (await test.deliveries()).map(({ payload }) => (payload as unknown as Body).event_details);
    expect(sent.map(({ audit_log: row }) => row.action)).toEqual(rows.map(({ action }) => action).slice(-sent.length));
    expect(sent.map(({ audit_log: row }) => row.action)).toEqual(['webhook.create', 'memory.add']);
    expect(JSON.stringify(sent)).not.toContain('stamps');
  });

  it('receives nothing of other projects, of the organization or of keys that are not bound to the project', async () => {
    await test.hook(receiver.url, { eventTypes: [...changes] });
    const { id: organizationId } = await createOrganization(test.ctx(), { name: 'Other' });
    const other = await createProject(test.ctx(), { organizationId, name: 'Other' });
    await updateProject(test.ctx(), { projectId: other.id, name: 'Others' });
    await createApiKey(test.ctx(), { label: 'everywhere' });
    expect(await test.deliveries()).toEqual([]);
  });

  it('receives a change if and only if it commits', async () => {
    await test.hook(receiver.url, { eventTypes: ['member.added'] });
    const place = { projectId: test.projectId };
    const add = (fails: boolean) =>
      transact(test.ctx(), async ({ audit }) => {
        await audit({ action: 'member.add', targetId: 'x', place, after: { role: 'READER' } });
        if (fails) throw new Error('undone');
      });
    await expect(add(true)).rejects.toThrow('undone');
    expect(await test.deliveries()).toEqual([]);
    await add(false);
    expect(await test.deliveries()).toHaveLength(1);
  });

  it('leaves out changes that would make the body larger than 20 kB, and says so', async () => {
    await test.hook(receiver.url, { eventTypes: ['project.updated'] });
    await transact(test.ctx(), ({ audit }) =>
      audit({
        action: 'project.update',
        targetId: test.projectId,
        place: { projectId: test.projectId },
        after: { note: 'x'.repeat(30_000) },
      }),
    );
    const [delivery] = await test.deliveries();
    expect(delivery?.payload).toMatchObject({
      event_details: { audit_log: { changes: null, changes_truncated: true } },
    });
    expect(Buffer.byteLength(JSON.stringify(delivery?.payload))).toBeLessThan(20_000);
  });
});
