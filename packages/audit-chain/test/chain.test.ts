import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  createAuditKeys,
  genesisHash,
  hashRecord,
  sealRecords,
  signHead,
  type SealedRecord,
  type SignedHead,
} from '../src/audit-chain.js';
import { createVerifier, type ChainProblem } from '../src/verify-chain.js';

const rounds = Number(process.env.AUDIT_TAMPERINGS ?? 1_000);
const { privateKey, publicKey } = createAuditKeys(Buffer.alloc(32, 7));
const length = 60;

function record(index: number) {
  const target = { action: 'api_key.revoke', targetType: 'api_key', targetId: `key-${index}` };
  return {
    id: `00000000-0000-7000-8000-${String(index).padStart(12, '0')}`,
    chain: 'org_1',
    createdAt: new Date(1_700_000_000_000 + index).toISOString(),
    actorType: 'USER',
    actorId: null,
    keyPrefix: null,
    organizationId: 'org_1',
    projectId: null,
    ...target,
    changes: `{"revokedAt":[null,${index}]}`,
    reason: null,
    requestId: 'f00d',
  };
}

function chain(): { rows: SealedRecord[]; heads: SignedHead[] } {
  const rows = sealRecords(
    { sequence: 0, hash: genesisHash },
    Array.from({ length }, (_, index) => record(index)),
  );
  const heads = [20, 40, length].map((sequence) => headAt(rows, sequence));
  return { rows, heads };
}

function headAt(rows: readonly SealedRecord[], sequence: number): SignedHead {
  const { hash } = rows[sequence - 1] as SealedRecord;
  return signHead({ chain: 'org_1', sequence, hash, signedAt: '2026-01-01T00:00:00.000Z' }, privateKey);
}

function verify(rows: readonly SealedRecord[], heads: readonly SignedHead[]): readonly ChainProblem[] {
  const verifier = createVerifier({ publicKey, heads });
  for (const row of rows) verifier.add(row);
  return verifier.finish().problems;
}

/** Calls `work` with a tenth of the stack, as if the chain had ten times as many heads. */
function withLittleStack<Result>(work: () => Result): Result {
  let deepest = 0;
  const descend = (depth: number): void => {
    deepest = depth;
    descend(depth + 1);
  };
  expect(() => descend(0)).toThrow(RangeError);
  const dive = (depth: number): Result => (depth === 0 ? work() : dive(depth - 1));
  return dive(Math.floor(deepest * 0.9));
}

it('a chain with more signed heads than a function takes arguments is verified', () => {
  const [count, hash] = [20_000, 'a'.repeat(64)];
  const heads = Array.from({ length: count }, (_, index) =>
    signHead({ chain: 'org_1', sequence: index + 1, hash, signedAt: '2026-01-01T00:00:00.000Z' }, privateKey),
  );
  expect(withLittleStack(() => verify([], heads))).toEqual([
    { kind: 'CUT', sequence: 1, message: `Rows 1 to ${count} are missing at the end.` },
  ]);
});

/** Recomputes the hashes from a row on, as an attacker without the private key can. */
function rehash(rows: readonly SealedRecord[], from: number): SealedRecord[] {
  let previousHash = rows[from - 1]?.hash ?? genesisHash;
  return rows.map((row, index) => {
    if (index < from) return row;
    const hash = hashRecord(previousHash, { ...row, sequence: index + 1 });
    const next = { ...row, sequence: index + 1, previousHash, hash };
    previousHash = hash;
    return next;
  });
}

type Tampering = (rows: SealedRecord[], at: number) => { rows: SealedRecord[]; from: number; to: number };

const next = (at: number) => [20, 40, length].find((head) => head >= at) ?? length;

/** What an attacker does to the row at a 0-based position, and the sequences between which the verifier must find it. */
const tamperings: Record<string, Tampering> = {
  'a changed byte': (rows, at) => {
    const fields = ['action', 'changes', 'targetId', 'createdAt', 'hash', 'previousHash', 'id'] as const;
    const field = fields[at % fields.length] ?? 'action';
    const row = rows[at] as SealedRecord;
    const text = row[field];
    const place = (at * 7) % text.length;
    const changed = `${text.slice(0, place)}${text[place] === 'a' ? 'b' : 'a'}${text.slice(place + 1)}`;
    return { rows: rows.with(at, { ...row, [field]: changed }), from: at + 1, to: at + 2 };
  },
  'a missing row': (rows, at) => ({ rows: rows.toSpliced(at, 1), from: at + 1, to: at + 2 }),
  'an added row': (rows, at) => ({ rows: rows.toSpliced(at, 0, rows[at] as SealedRecord), from: at + 1, to: at + 2 }),
  'reordered rows': (rows, at) => {
    const first = Math.min(at, length - 2);
    const [a, b] = [rows[first] as SealedRecord, rows[first + 1] as SealedRecord];
    return { rows: rows.toSpliced(first, 2, b, a), from: first + 1, to: first + 3 };
  },
  'a cut tail': (rows, at) => ({ rows: rows.slice(0, at), from: at + 1, to: at + 1 }),
  'a changed row with recomputed hashes': (rows, at) => ({
    rows: rehash(rows.with(at, { ...(rows[at] as SealedRecord), action: 'nothing' }), at),
    from: at + 1,
    to: next(at + 1),
  }),
  'a removed row with recomputed hashes': (rows, at) => ({
    rows: rehash(rows.toSpliced(at, 1), at),
    from: at + 1,
    to: next(at + 1),
  }),
};

describe('the verifier of an audit chain', () => {
  it('accepts an untouched chain', () => {
    const { rows, heads } = chain();
    expect(verify(rows, heads)).toEqual([]);
  });

  it(`finds and locates ${rounds} random tamperings`, () => {
    const { rows, heads } = chain();
    const kinds = Object.entries(tamperings);
    for (let round = 0; round < rounds; round += 1) {
      const at = randomBytes(4).readUInt32BE() % length;
      const [name, tamper] = kinds[round % kinds.length] as (typeof kinds)[number];
      const { rows: tampered, from, to } = tamper(rows, at);
      const found = verify(tampered, heads).map(({ sequence }) => sequence);
      expect(found.length, `${name} at ${at + 1}`).toBeGreaterThan(0);
      expect(Math.min(...found), `${name} at ${at + 1}`).toBeGreaterThanOrEqual(from);
      expect(Math.min(...found), `${name} at ${at + 1}`).toBeLessThanOrEqual(to);
    }
  });

  it('detects a replaced chain and a cut tail with a head that was stored elsewhere', () => {
    const { rows, heads } = chain();
    const kept = headAt(rows, 50);
    const { privateKey: foreign } = createAuditKeys(Buffer.alloc(32, 8));
    const replaced = rehash(rows.with(9, { ...(rows[9] as SealedRecord), action: 'nothing' }), 9);
    expect(verify(replaced, [kept]).map(({ kind }) => kind)).toContain('REPLACED');
    expect(verify(rows.slice(0, 40), [...heads.slice(0, 2), kept])).toMatchObject([{ kind: 'CUT', sequence: 41 }]);
    const forged = signHead({ ...kept }, foreign);
    expect(verify(rows, [...heads, forged])).toMatchObject([{ kind: 'BAD_SIGNATURE', sequence: 50 }]);
    expect(verify(rows, heads.slice(0, 2))).toMatchObject([{ kind: 'UNSIGNED', sequence: 41 }]);
  });
});
