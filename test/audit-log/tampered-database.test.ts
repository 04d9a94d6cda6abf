import { randomInt } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { auditCommands } from '../../src/commands/audit-commands.js';
import { runCommandLine } from '@memory-gateway/cli';
import { createAuditSealer } from '../../src/jobs/audit-sealer.js';
import { formatBatch } from '../../src/log-streams/format-batch.js';
import { toHeadRecord } from '../../src/resolvers/log-stream/to-log-record.js';
import { startTestApp, type TestApp } from '../helpers/app.js';

const rounds = Number(process.env.AUDIT_TAMPERINGS ?? 60);
const chain = 'org_tampered';
/** Last row of each signed head. */
const ends = [20, 40, 60];
const length = 60;
const tables = ['audit_logs', 'audit_heads', 'audit_chains'];

let test: TestApp;
let folder: string;
let headsFile: string;
let file: string;

const query = <Row>(sql: string, values: readonly unknown[] = []) => test.app.services.database.query<Row>(sql, values);

const ROWS = `
  INSERT INTO audit_logs (id, actor_type, action, target_type, target_id, organization_id, chain, changes, created_at)
  SELECT md5($1 || n::text)::uuid, 'USER', 'lamp.light', 'lamp', 'lamp-' || n, $1, $1, '{"name":["old","new ' || n || '"]}', now()
  FROM generate_series($2::int, $3::int) AS n`;

const copy = async (suffix: string) => {
  for (const table of tables) await query(`CREATE TABLE ${table}_${suffix} AS SELECT * FROM ${table}`);
};
const restore = async (suffix: string) => {
  for (const table of tables) {
    await query(`DELETE FROM ${table}`);
    await query(`INSERT INTO ${table} SELECT * FROM ${table}_${suffix}`);
  }
};

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'memory-gateway-heads-'));
  headsFile = path.join(folder, 'heads.jsonl');
  test = await startTestApp({ auditHeadsFile: headsFile });
  for (const end of ends) {
    await query(ROWS, [chain, end - 19, end]);
    await test.app.services.auditSealer?.seal();
    if (end === 40) await copy('earlier');
  }
  await copy('kept');
  file = await readFile(headsFile, 'utf8');
});
afterAll(async () => {
  for (const table of tables) await query(`DROP TABLE IF EXISTS ${table}_kept, ${table}_earlier`);
  await test.close();
  await rm(folder, { recursive: true });
});
beforeEach(() => restore('kept'));

interface Verified {
  readonly ok: boolean;
  readonly chains: readonly {
    readonly chain: string;
    readonly problems: readonly { readonly kind: string; readonly sequence: number }[];
  }[];
  readonly problems: readonly string[];
  readonly unproven: readonly string[];
}

async function run(argv: readonly string[], heads: string | null = headsFile) {
  const [out, err]: [string[], string[]] = [[], []];
  const io = {
    stdout: { write: (text: string) => out.push(text) },
    stderr: { write: (text: string) => err.push(text) },
  };
  const open = () => Promise.resolve({ services: test.app.services, close: () => Promise.resolve() });
  const code = await runCommandLine([auditCommands(open, () => Promise.resolve(heads))], argv, io);
  return { code, out: out.join(''), err: err.join('') };
}

/** Runs the command on the database. @returns its answer, and the problems of the chain */
async function verify(heads: string | null = headsFile) {
  const { code, out } = await run(['verify-audit', '--json'], heads);
  const answer = JSON.parse(out) as Verified;
  expect(code).toBe(answer.ok ? 0 : 1);
  return { ...answer, found: answer.chains.find((each) => each.chain === chain)?.problems ?? [] };
}

const headBefore = (at: number) => ends.findLast((end) => end < at) ?? 0;

/** Makes the database forget rows from one on, and the heads and the recorded end that speak of them. */
async function forget(from: number): Promise<void> {
  const last = headBefore(from);
  await query('DELETE FROM audit_heads WHERE chain = $1 AND sequence > $2', [chain, last]);
  await query('DELETE FROM audit_chains WHERE chain = $1', [chain]);
  await query(
    'INSERT INTO audit_chains SELECT chain, sequence, hash FROM audit_heads WHERE chain = $1 ORDER BY sequence DESC LIMIT 1',
    [chain],
  );
}

interface Tampering {
  /** Makes the change. @returns the first and last sequence number at which the verifier may find it */
  readonly run: (at: number, seal: () => Promise<void>) => Promise<readonly [number, number]>;
  /** Whether the database alone hides it, as docs/audit.md says. */
  readonly needsFile?: boolean;
}

const tamperings: Record<string, Tampering> = {
  'a changed row': {
    run: async (at) => {
      await query(`UPDATE audit_logs SET changes = '{}' WHERE chain = $1 AND sequence = $2`, [chain, at]);
      return [at, at];
    },
  },
  'a missing row': {
    run: async (at) => {
      await query('DELETE FROM audit_logs WHERE chain = $1 AND sequence = $2', [chain, at]);
      return [at, at];
    },
  },
  'deleted heads and changed rows': {
    run: async (at) => {
      await query('DELETE FROM audit_heads WHERE chain = $1', [chain]);
      await query(`UPDATE audit_logs SET changes = '{}' WHERE chain = $1 AND sequence = $2`, [chain, at]);
      return [1, at];
    },
  },
  'deleted heads': {
    run: async (at) => {
      await query('DELETE FROM audit_heads WHERE chain = $1 AND sequence >= $2', [chain, at]);
      return [headBefore(at) + 1, length];
    },
  },
  'a cut with its heads': {
    run: async (at) => {
      await query('DELETE FROM audit_logs WHERE chain = $1 AND sequence >= $2', [chain, at]);
      await query('DELETE FROM audit_heads WHERE chain = $1 AND sequence >= $2', [chain, at]);
      return [headBefore(at) + 1, at];
    },
  },
  'an emptied chain': {
    run: async () => {
      await query('DELETE FROM audit_logs WHERE chain = $1', [chain]);
      await query('DELETE FROM audit_heads WHERE chain = $1', [chain]);
      return [1, 1];
    },
  },
  'nulled rows without their heads, sealed again': {
    run: async (at, seal) => {
      await query(
        'UPDATE audit_logs SET sequence = NULL, hash = NULL, previous_hash = NULL, changes = $3 WHERE chain = $1 AND sequence >= $2',
        [chain, at, '{}'],
      );
      await query('DELETE FROM audit_heads WHERE chain = $1 AND sequence >= $2', [chain, at]);
      await seal();
      return [headBefore(at) + 1, at];
    },
  },
  'a cut at a head, with the recorded end': {
    needsFile: true,
    run: async (at) => {
      const from = headBefore(at) + 1;
      await query('DELETE FROM audit_logs WHERE chain = $1 AND sequence >= $2', [chain, from]);
      await forget(from);
      return [from, from];
    },
  },
  'nulled rows after a head, with the recorded end, sealed again': {
    needsFile: true,
    run: async (at, seal) => {
      const from = headBefore(at) + 1;
      await query(
        'UPDATE audit_logs SET sequence = NULL, hash = NULL, previous_hash = NULL, changes = $3 WHERE chain = $1 AND sequence >= $2',
        [chain, from, '{}'],
      );
      await forget(from);
      if (from > 1) await seal();
      return [from, length];
    },
  },
  'a replayed backup': {
    needsFile: true,
    run: async () => {
      await restore('earlier');
      return [41, 41];
    },
  },
  'emptied tables': {
    run: async () => {
      for (const table of tables) await query(`DELETE FROM ${table}`);
      return [1, 1];
    },
  },
  'an emptied chain, with the recorded end': {
    needsFile: true,
    run: async () => {
      for (const table of tables) await query(`DELETE FROM ${table} WHERE chain = $1`, [chain]);
      return [1, 1];
    },
  },
};

describe('verify-audit on a stored database', () => {
  it(
    `finds and locates ${rounds} random tamperings with the heads file`,
    { timeout: 60_000 + rounds * 1_000 },
    async () => {
      const kinds = Object.entries(tamperings);
      for (let round = 0; round < rounds; round += 1) {
        const [name, tampering] = kinds[round % kinds.length] as (typeof kinds)[number];
        const at = randomInt(1, length + 1);
        const [from, to] = await tampering.run(at, () => createAuditSealer({ ...test.app.services, headsFile }).seal());
        const { ok, found } = await verify();
        expect(ok, `${name}, row ${at}`).toBe(false);
        const first = Math.min(...found.map(({ sequence }) => sequence));
        expect(first, `${name}, row ${at}`).toBeGreaterThanOrEqual(from);
        expect(first, `${name}, row ${at}`).toBeLessThanOrEqual(to);
        await restore('kept');
        await writeFile(headsFile, file);
      }
      expect(await verify()).toMatchObject({ ok: true, unproven: [] });
    },
  );

  it('finds each kind without the heads file, except those that docs/audit.md lists', async () => {
    const listed = await readFile('docs/audit.md', 'utf8');
    for (const [name, { run: tamper, needsFile = false }] of Object.entries(tamperings)) {
      await tamper(41, () => createAuditSealer(test.app.services).seal());
      const { ok, unproven } = await verify(null);
      expect([name, ok]).toEqual([name, needsFile]);
      expect(unproven).toHaveLength(1);
      expect(listed.includes(`- ${name}\n`), name).toBe(needsFile);
      await restore('kept');
      await writeFile(headsFile, file);
    }
  });

  it('fails when every table of the audit log is emptied, or all heads and changes are', async () => {
    await query(`UPDATE audit_logs SET action = 'memory.add', changes = '{}'`);
    await query('DELETE FROM audit_heads');
    expect((await verify(null)).ok).toBe(false);
    for (const table of tables) await query(`DELETE FROM ${table}`);
    expect(await verify(null)).toMatchObject({
      ok: false,
      problems: ['The chain installation has no rows, although the installation has users.'],
    });
  });

  it('reports rows beyond the last head as unsigned, at the first of them', async () => {
    await query('DELETE FROM audit_heads WHERE chain = $1 AND sequence > 20', [chain]);
    await query(`UPDATE audit_logs SET action = 'memory.add' WHERE chain = $1 AND sequence = 30`, [chain]);
    const { found } = await verify(null);
    expect(found).toMatchObject([
      { kind: 'CHANGED', sequence: 30 },
      { kind: 'UNSIGNED', sequence: 21 },
    ]);
  });
});

describe('a line of a log stream', () => {
  it('with a signed head shows a cut that the database hides', async () => {
    const given = path.join(folder, 'stream.jsonl');
    const heads = await test.app.services.stores.auditLogs.listHeads(chain, 0, 10);
    await writeFile(given, formatBatch('NDJSON', heads.map(toHeadRecord)).body);
    const proven = ['verify-audit', '--json', '--head', given];
    expect(JSON.parse((await run(proven, null)).out)).toMatchObject({ ok: true });
    await tamperings['a cut at a head, with the recorded end']?.run(41, () => Promise.resolve());
    expect(JSON.parse((await run(['verify-audit', '--json'], null)).out)).toMatchObject({ ok: true });
    const { code, out } = await run(proven, null);
    const found = (JSON.parse(out) as Verified).chains.find((each) => each.chain === chain);
    expect([code, found?.problems]).toMatchObject([1, [{ kind: 'CUT', sequence: 41 }]]);
  });
});

describe('the file of AUDIT_HEADS_FILE', () => {
  it('has each signed head, once', async () => {
    const sequences = () =>
      readFile(headsFile, 'utf8').then((text) =>
        text
          .split('\n')
          .filter((line) => line !== '')
          .map((line) => JSON.parse(line) as { chain: string; sequence: number })
          .filter((head) => head.chain === chain)
          .map(({ sequence }) => sequence),
      );
    expect(await sequences()).toEqual(ends);
  });
});

it('verify-audit reads an export whose texts have the line separators of Unicode', async () => {
  await query("UPDATE audit_logs SET reason = E'a\\u2028b\\u2029c' WHERE chain = $1 AND sequence > 40", [chain]);
  await query('DELETE FROM audit_heads WHERE chain = $1 AND sequence > 40', [chain]);
  await query(
    'UPDATE audit_logs SET sequence = NULL, previous_hash = NULL, hash = NULL WHERE chain = $1 AND sequence > 40',
    [chain],
  );
  await test.app.services.auditSealer?.seal();
  const name = path.join(folder, 'separators.jsonl');
  const { out } = await run(['audit', 'export', '--chain', chain]);
  expect(out).toContain('a\u2028b\u2029c');
  await writeFile(name, out);
  expect((await run(['verify-audit', '--file', name])).err).toBe('');
});

describe('verify-audit refuses a file in one line', () => {
  it.each([
    { what: 'no file', content: null, code: 2, message: /nothing\.jsonl: The file cannot be read \(ENOENT\)\.\n$/ },
    { what: 'an empty file', content: '', code: 1, message: /: The file is empty\.\n$/ },
    {
      what: 'garbage',
      content: '\u0000\u0001 no JSON',
      code: 1,
      message: /, line 1: This is no line of an audit log export\.\n$/,
    },
    {
      what: 'another JSON file',
      content: '{"type":"row","chain":"x"}\n',
      code: 1,
      message: /, line 1: This is no line of an audit log export\.\n$/,
    },
  ])('that is $what', async ({ content, code, message }) => {
    const name = path.join(folder, content === null ? 'nothing.jsonl' : 'given.jsonl');
    if (content !== null) await writeFile(name, content);
    for (const option of ['--file', '--head']) {
      const answer = await run(['verify-audit', option, name]);
      expect(answer).toMatchObject({ code, err: expect.stringMatching(message) as string });
      expect(answer.err.trim().split('\n')).toHaveLength(1);
    }
  });

  it('that has a key and no rows', async () => {
    const name = path.join(folder, 'key.jsonl');
    const [key = ''] = (await run(['audit', 'export'])).out.split('\n');
    await writeFile(name, `${key}\n${JSON.stringify({ type: 'end', chain: 'org_none', sequence: 0 })}\n`);
    expect(await run(['verify-audit', '--file', name])).toMatchObject({
      code: 1,
      out: expect.stringContaining('The export has no rows.') as string,
    });
  });
});
