import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type AuditExportLine, verifyAuditLines } from '@memory-gateway/audit-chain';
import { prepareKillableServer, type KillableServer } from '../helpers/killable-server.js';
import { createChanger, type Changer } from './random-changes.js';

const kills = Number(process.env.AUDIT_KILLS ?? 2);
const apiKey = 'an-admin-key-of-the-test-suite';

let server: KillableServer;
beforeEach(async () => {
  server = await prepareKillableServer({ ADMIN_API_KEY: apiKey });
  await server.start();
});
afterEach(() => server.close());

/** Kills the server at a random moment after a random number of acknowledged changes. */
async function killAfterSomeOf(changer: Changer): Promise<void> {
  const enough = changer.count() + 1 + Math.random() * 30;
  while (changer.count() < enough) await delay(2);
  await delay(Math.random() * 10);
  await server.kill();
}

type AuditRow = Extract<AuditExportLine, { type: 'row' }>;

/** Downloads the chain of the project's organization, and verifies it. @returns its rows in order */
async function readVerified({ organizationId }: Changer): Promise<AuditRow[]> {
  const url = `${server.url}/v1/audit-logs/export/?org_id=${organizationId}`;
  const response = await fetch(url, { headers: { authorization: `Token ${apiKey}` } });
  expect(response.status).toBe(200);
  const lines = (await response.text()).trim().split('\n');
  const parsed = lines.map((line) => JSON.parse(line) as AuditExportLine);
  async function* read() {
    await Promise.resolve();
    yield* parsed;
  }
  const chains = await verifyAuditLines(read(), { publicKey: null, keptHeads: [] });
  const rows = parsed.filter((line) => line.type === 'row');
  expect(chains).toEqual([{ chain: organizationId, rows: rows.length, problems: [] }]);
  return rows;
}

type Changes = Record<string, readonly [unknown, unknown]>;

const changesOf = (rows: readonly AuditRow[], action: string) =>
  rows
    .filter((row) => row.action === action)
    .map(({ targetId, changes }) => ({ targetId, changes: JSON.parse(changes) as Changes }));

/** Compares the rows with what the server stores and with what it acknowledged. */
async function expectEachChangeOnce(rows: readonly AuditRow[], changer: Changer): Promise<void> {
  const added = changesOf(rows, 'memory.add');
  const deleted = changesOf(rows, 'memory.delete').map(({ targetId }) => targetId);
  const addedIds = added.flatMap(({ changes }) => changes.memoryIds?.[1] as string[]);
  expect(new Set(addedIds).size, 'memories that were added once').toBe(addedIds.length);
  expect(new Set(deleted).size, 'memories that were deleted once').toBe(deleted.length);
  const gone = new Set(deleted);
  const stored = await changer.listMemories();
  expect([...stored.keys()].sort()).toEqual(addedIds.filter((id) => !gone.has(id)).sort());

  const updates = new Map<string | null, number>();
  for (const { targetId } of changesOf(rows, 'memory.update')) updates.set(targetId, (updates.get(targetId) ?? 0) + 1);
  for (const [id, count] of stored) expect(count, `updates of ${id}`).toBe(updates.get(id) ?? 0);

  const descriptions = changesOf(rows, 'project.update').map(({ changes }) => changes.description);
  for (const [index, description] of descriptions.entries())
    expect(description?.[0] ?? null).toBe(descriptions[index - 1]?.[1] ?? null);
  expect(await changer.readDescription()).toBe(descriptions.at(-1)?.[1] ?? null);

  const { acknowledged } = changer;
  expect(new Set(addedIds)).toEqual(new Set([...addedIds, ...acknowledged.added]));
  expect(gone).toEqual(new Set([...gone, ...acknowledged.deleted]));
  for (const [id, count] of acknowledged.updated) expect(updates.get(id) ?? 0).toBeGreaterThanOrEqual(count);
  const described = new Set(descriptions.map((description) => description?.[1]));
  for (const description of acknowledged.described) expect(described).toContain(description);
}

it(
  `${kills} kills leave no gap in the chain, and no change without its row`,
  { timeout: 60_000 + kills * 20_000 },
  async () => {
    const changer = await createChanger({ url: server.url, apiKey });
    let before = 0;
    for (let round = 0; round < kills; round += 1) {
      await Promise.all([changer.changeUntilServerIsGone(), killAfterSomeOf(changer)]);
      await server.start();
      const rows = await readVerified(changer);
      await expectEachChangeOnce(rows, changer);
      before = rows.length;
    }
    expect(before).toBeGreaterThan(kills);
  },
);
