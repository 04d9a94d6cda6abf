import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type AuditExportLine,
  createAuditKeys,
  genesisHash,
  hashRecord,
  signHead,
  type SealedRecord,
  type SignedHead,
  type ChainProblem,
  verifyAuditLines,
} from '@memory-gateway/audit-chain';
import { exportAuditLog } from '../../src/resolvers/audit-log/export-audit-log.js';
import { startTestApp, type TestApp } from '../helpers/app.js';

const rounds = Number(process.env.AUDIT_TAMPERINGS ?? 100);
const chain = 'org_tampered';
/** Last row of each signed head. */
const ends = [20, 40, 60];
const length = 60;

let test: TestApp;
let publicKey: string;
/** Stored by an auditor outside of the database. */
let keptHead: SignedHead;

const query = <Row>(sql: string, values: readonly unknown[] = []) => test.app.services.database.query<Row>(sql, values);

const ROWS = `
  INSERT INTO audit_logs (id, actor_type, key_prefix, action, target_type, target_id, organization_id, chain, changes, reason, request_id, created_at)
  SELECT md5(n::text)::uuid, 'USER', 'mg_' || n, 'lamp.light', 'lamp', 'lamp-' || n, $1, $1,
    '{"name":["old","new ' || n || '"]}', 'reason ' || n, md5('request' || n), now()
  FROM generate_series($2::int, $3::int) AS n`;

beforeAll(async () => {
  test = await startTestApp();
  for (const end of ends) {
    await query(ROWS, [chain, end - 19, end]);
    await test.app.services.auditSealer?.seal();
  }
  await query('CREATE TABLE kept_logs AS SELECT * FROM audit_logs WHERE chain = $1', [chain]);
  await query('CREATE TABLE kept_heads AS SELECT * FROM audit_heads WHERE chain = $1', [chain]);
  const lines = await readChain();
  publicKey = lines.find((line) => line.type === 'key')?.publicKey ?? '';
  keptHead = lines.filter((line) => line.type === 'head').at(-1) as SignedHead;
});
afterAll(async () => {
  // Other tests use the same database.
  await query('DROP TABLE kept_logs, kept_heads');
  await test.close();
});

async function readChain(): Promise<AuditExportLine[]> {
  const lines: AuditExportLine[] = [];
  for await (const line of exportAuditLog(test.app.services, chain)) lines.push(line);
  return lines;
}

async function verifyStored(): Promise<readonly ChainProblem[]> {
  const lines = exportAuditLog(test.app.services, chain);
  const [verified] = await verifyAuditLines(lines, { publicKey, keptHeads: [keptHead] });
  return verified?.problems ?? [];
}

async function restore(): Promise<void> {
  await query('DELETE FROM audit_logs WHERE chain = $1', [chain]);
  await query('DELETE FROM audit_heads WHERE chain = $1', [chain]);
  await query('INSERT INTO audit_logs SELECT * FROM kept_logs');
  await query('INSERT INTO audit_heads SELECT * FROM kept_heads');
}

/** Gives rows from one on the hashes that they would have if the changed ones had always been there. */
async function rehash(from: number): Promise<SealedRecord[]> {
  const rows = (await readChain()).filter((line) => line.type === 'row');
  let previousHash = rows.find(({ sequence }) => sequence === from - 1)?.hash ?? genesisHash;
  for (const row of rows.filter(({ sequence }) => sequence >= from)) {
    const hash = hashRecord(previousHash, row);
    await query('UPDATE audit_logs SET previous_hash = $3, hash = $4 WHERE chain = $1 AND sequence = $2', [
      chain,
      row.sequence,
      previousHash,
      hash,
    ]);
    previousHash = hash;
  }
  return (await readChain()).filter((line) => line.type === 'row');
}

const change = (at: number, assignment: string) =>
  query(`UPDATE audit_logs SET ${assignment} WHERE chain = $1 AND sequence = $2`, [chain, at]);

/** Adds a number to the sequence of all rows from one on. The unique index forbids it in one step. */
async function shift(from: number, by: number): Promise<void> {
  await query('UPDATE audit_logs SET sequence = -sequence WHERE chain = $1 AND sequence >= $2', [chain, from]);
  await query('UPDATE audit_logs SET sequence = $2 - sequence WHERE chain = $1 AND sequence < 0', [chain, by]);
}

const changedValues = [
  ...['action', 'changes', 'target_id', 'target_type', 'actor_type', 'key_prefix', 'reason', 'request_id'].map(
    (column) => `${column} = overlay(${column} placing '~' from 2 for 1)`,
  ),
  // Not reversed: the previous hash of the first row is all zeros.
  ...['hash', 'previous_hash'].map(
    (column) => `${column} = translate(${column}, '0123456789abcdef', '123456789abcdef0')`,
  ),
  ...['reason = NULL', 'organization_id = NULL', "actor_id = md5('x')::uuid", "id = md5('y')::uuid"],
  "created_at = created_at + interval '1 millisecond'",
];

const headAfter = (at: number) => ends.find((end) => end >= at) ?? length;
const headBefore = (at: number) => ends.findLast((end) => end < at) ?? 0;

interface Place {
  readonly from: number;
  readonly to: number;
}

/** What an attacker who has the database, but not the key, does from a row on. @returns the rows between which it is found */
const tamperings: Record<string, (at: number) => Promise<Place>> = {
  async 'a changed value'(at) {
    await change(at, changedValues[randomInt(changedValues.length)] ?? '');
    return { from: at, to: at + 1 };
  },
  async 'a missing row'(at) {
    await query('DELETE FROM audit_logs WHERE chain = $1 AND sequence = $2', [chain, at]);
    return { from: at, to: at };
  },
  async 'a missing row, the gap closed'(at) {
    await query('DELETE FROM audit_logs WHERE chain = $1 AND sequence = $2', [chain, at]);
    await shift(at, -1);
    return { from: at, to: at };
  },
  async 'an added row'(at) {
    await shift(at, 1);
    const columns =
      'position, chain, previous_hash, hash, actor_type, action, target_type, target_id, changes, created_at';
    await query(
      `INSERT INTO audit_logs (id, sequence, ${columns})
       SELECT md5('added')::uuid, $2::int, ${columns} FROM audit_logs WHERE chain = $1 AND sequence = $2::int + 1`,
      [chain, at],
    );
    return { from: at, to: at };
  },
  async 'reordered rows'(at) {
    const first = Math.min(at, length - 1);
    await change(first, 'sequence = 0');
    await change(first + 1, `sequence = ${first}`);
    await change(0, `sequence = ${first + 1}`);
    return { from: first, to: first };
  },
  async 'a cut tail'(at) {
    await query('DELETE FROM audit_logs WHERE chain = $1 AND sequence >= $2', [chain, at]);
    return { from: at, to: at };
  },
  async 'a cut tail without its heads'(at) {
    await query('DELETE FROM audit_logs WHERE chain = $1 AND sequence >= $2', [chain, at]);
    await query('DELETE FROM audit_heads WHERE chain = $1 AND sequence >= $2', [chain, at]);
    return { from: headBefore(at) + 1, to: at };
  },
  async 'a changed row with hashes to match'(at) {
    await change(at, "action = 'nothing.at_all'");
    await rehash(at);
    return { from: at, to: headAfter(at) };
  },
  async 'a replaced chain with heads of another key'(at) {
    await change(at, "action = 'nothing.at_all'");
    const rows = await rehash(1);
    const { privateKey } = createAuditKeys(Buffer.alloc(32, at));
    for (const end of ends) {
      const hash = rows[end - 1]?.hash ?? '';
      const { signature } = signHead({ chain, sequence: end, hash, signedAt: new Date().toISOString() }, privateKey);
      await query('UPDATE audit_heads SET hash = $3, signature = $4 WHERE chain = $1 AND sequence = $2', [
        chain,
        end,
        hash,
        signature,
      ]);
    }
    return { from: 1, to: length };
  },
};

it(
  `${rounds} random tamperings of the stored chain are found and located`,
  { timeout: 60_000 + rounds * 500 },
  async () => {
    const kinds = Object.entries(tamperings);
    for (let round = 0; round < rounds; round += 1) {
      const [name, tamper] = kinds[round % kinds.length] as (typeof kinds)[number];
      const at = randomInt(1, length + 1);
      const { from, to } = await tamper(at);
      const sequences = (await verifyStored()).map(({ sequence }) => sequence);
      expect(sequences.length, `${name}, row ${at}`).toBeGreaterThan(0);
      expect(Math.min(...sequences), `${name}, row ${at}`).toBeGreaterThanOrEqual(from);
      expect(Math.min(...sequences), `${name}, row ${at}`).toBeLessThanOrEqual(to);
      await restore();
    }
    expect(await verifyStored()).toEqual([]);
  },
);
