import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createAuditSealer } from '../../src/jobs/audit-sealer.js';
import { withoutWall } from '../../src/context.js';
import { readAuditHeads } from '../../src/resolvers/audit-log/read-audit-heads.js';
import { transact } from '../../src/unit-of-work/transact.js';
import { startChild } from '../helpers/child-program.js';
import { as, people, tenant, testServices } from '../helpers/context.js';
import { prepareKillableServer, type KillableServer } from '../helpers/killable-server.js';

interface Head {
  readonly chain: string;
  readonly sequence: number;
  readonly hash: string;
  readonly signature: string;
  readonly signedAt: string;
}

interface Listed {
  readonly results: readonly { readonly sequence: number | null }[];
}

const slow = { timeout: 30_000, interval: 50 };

describe('the log of the server', () => {
  it('has one line for each signed head', async () => {
    const lines: string[] = [];
    const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });
    const services = { ...(await testServices()), log };
    const { ada } = await people(services);
    const places = [await tenant(services, [[ada, 'OWNER']]), await tenant(services, [[ada, 'OWNER']])];
    const sealer = createAuditSealer(services);
    await sealer.seal();
    lines.length = 0;
    for (const place of [...places, ...places.slice(0, 1)]) {
      await transact(withoutWall(as(services, ada)), async ({ audit }) => {
        await audit({ action: 'lamp.light', targetId: 'lamp', place, after: { name: 'Lamp' } });
      });
      await sealer.seal();
    }
    const logged = lines.map((line) => JSON.parse(line) as { level: number; msg: string; auditHead: Head });
    expect(logged.map(({ level, msg }) => [level, msg])).toEqual(
      Array.from({ length: 3 }, () => [30, 'Audit log sealed.']),
    );
    const stored = await Promise.all(
      places.map(({ organizationId }) => services.stores.auditLogs.listHeads(organizationId, 0, 10)),
    );
    const [first, second] = stored.map((heads) =>
      heads.map((head) => ({ ...head, signedAt: head.signedAt.toISOString() })),
    );
    expect(logged.map(({ auditHead }) => auditHead)).toEqual([first?.at(-2), second?.at(-1), first?.at(-1)]);
    await sealer.close();
  });
});

describe('the file of AUDIT_HEADS_FILE', () => {
  const apiKey = 'an-admin-key-of-the-test-suite';
  let folder: string;
  let file: string;
  let server: KillableServer;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'memory-gateway-heads-'));
    file = path.join(folder, 'heads.jsonl');
    server = await prepareKillableServer({ ADMIN_API_KEY: apiKey, AUDIT_HEADS_FILE: file });
  });
  afterEach(async () => {
    await server.close();
    await rm(folder, { recursive: true });
  });

  const send = async (method: string, at: string, body?: object) => {
    const headers = { authorization: `Token ${apiKey}`, 'content-type': 'application/json' };
    const response = await fetch(`${server.url}${at}`, { method, headers, body: body && JSON.stringify(body) });
    expect(response.status).toBeLessThan(300);
    return response.text();
  };
  const readHeads = (text: string) =>
    text
      .split('\n')
      .filter((line) => line.includes('"type":"head"'))
      .map((line) => JSON.parse(line) as Head);

  it('has every head after the server was killed between sealing and writing', { timeout: 120_000 }, async () => {
    await server.start();
    const { org_id, project_id } = JSON.parse(await send('GET', '/v1/ping/')) as Record<string, string>;
    const change = (description: string) =>
      send('PATCH', `/api/v1/orgs/organizations/${org_id}/projects/${project_id}/`, { description });
    const sealed = async () => readHeads(await send('GET', `/v1/audit-logs/export/?org_id=${org_id}`));
    const written = async () => readHeads(await readFile(file, 'utf8')).filter(({ chain }) => chain === org_id);
    await change('first');
    await expect.poll(() => written().catch(() => []), slow).toHaveLength(1);
    // Opening a pipe without a reader waits forever.
    await rename(file, `${file}.kept`);
    execFileSync('mkfifo', [file]);
    await change('second');
    // An export would wait for the file.
    const isSealed = async () => {
      const { results } = JSON.parse(await send('GET', `/v1/audit-logs/?org_id=${org_id}`)) as Listed;
      return results[0]?.sequence !== null;
    };
    await expect.poll(isSealed, slow).toBe(true);
    await server.kill();
    await rename(`${file}.kept`, file);
    expect(await written()).toHaveLength(1);
    await server.start();
    await change('third');
    await expect.poll(sealed, slow).toHaveLength(3);
    await expect.poll(async () => (await written()).length, slow).toBe(3);
    expect(await written()).toEqual(await sealed());
  });

  it.runIf(process.platform === 'linux')('has every head after the disk was full', { timeout: 120_000 }, async () => {
    const child = await startChild(new URL('heads-file-child.ts', import.meta.url), [file]);
    expect(await text(child.stdout)).toBe('EFBIG');
    const { heads } = await readAuditHeads(file);
    expect(heads.map(({ sequence }) => sequence)).toEqual([1, 2, 3]);
  });
});
