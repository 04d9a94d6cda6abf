import type { KeyObject } from 'node:crypto';
import { genesisHash, hashRecord, isSignedBy, type SealedRecord, type SignedHead } from './audit-chain.js';

export interface ChainProblem {
  /**
   * CHANGED: the row does not match its hash. MISSING: rows from this sequence number on are absent. ADDED: the row is
   * not part of the chain. REORDERED: the row is out of order. REPLACED: a signed head contradicts the row, so rows
   * since the last valid head were rewritten. CUT: rows from this number to the end are absent. UNSIGNED: no head
   * covers the rows from this number on. BAD_SIGNATURE: the head is forged, or signed with another key.
   */
  readonly kind: 'CHANGED' | 'MISSING' | 'ADDED' | 'REORDERED' | 'REPLACED' | 'CUT' | 'UNSIGNED' | 'BAD_SIGNATURE';
  readonly sequence: number;
  readonly message: string;
}

export interface VerifierOptions {
  readonly publicKey: KeyObject;
  /** Heads of this chain: those of the export, and earlier ones stored elsewhere. */
  readonly heads: readonly SignedHead[];
  /** Last sequence number that was recorded outside of the rows. Nothing signs it, so it can only reveal missing rows. */
  readonly recorded?: number;
  /** The row before the first one. Absent: verify from the start. Null hash: the row is missing. */
  readonly after?: { readonly sequence: number; readonly hash: string | null };
}

export interface ChainVerifier {
  add(record: SealedRecord): void;
  /** Verifies the end of the chain. @returns all problems in the order in which they were found */
  finish(): { readonly rows: number; readonly problems: readonly ChainProblem[] };
}

/** Creates a verifier for one chain. Memory use depends on the number of heads only. */
export function createVerifier({ publicKey, heads, recorded = 0, after }: VerifierOptions): ChainVerifier {
  const problems: ChainProblem[] = [];
  const report = (kind: ChainProblem['kind'], sequence: number, message: string) =>
    void problems.push({ kind, sequence, message });
  const start = after?.sequence ?? 0;
  const trusted = new Map<number, Set<string>>();
  let lastHead = start;
  for (const head of heads) {
    if (isSignedBy(head, publicKey)) {
      trusted.set(head.sequence, (trusted.get(head.sequence) ?? new Set()).add(head.hash));
      lastHead = Math.max(lastHead, head.sequence);
    } else report('BAD_SIGNATURE', head.sequence, `The signature of the head at ${head.sequence} is not valid.`);
  }
  let expected = start + 1;
  let previousHash = start === 0 ? genesisHash : (after?.hash ?? '');
  if (previousHash === '') report('MISSING', start, `Row ${start} is missing before row ${start + 1}.`);
  let rows = 0;

  function checkPlace(sequence: number): void {
    if (sequence > expected)
      report('MISSING', expected, `Rows ${expected} to ${sequence - 1} are missing before row ${sequence}.`);
    else if (sequence === expected - 1) report('ADDED', sequence, `Row ${sequence} appears twice.`);
    else if (sequence < expected) report('REORDERED', sequence, `Row ${sequence} stands after row ${expected - 1}.`);
  }
  function checkHash(record: SealedRecord): void {
    const { sequence } = record;
    if (hashRecord(record.previousHash, record) !== record.hash)
      report('CHANGED', sequence, `Row ${sequence} does not match its hash.`);
    else if (sequence === expected && record.previousHash !== previousHash)
      report('CHANGED', sequence, `Row ${sequence} does not follow the row before it.`);
    for (const hash of trusted.get(sequence) ?? []) {
      if (hash !== record.hash) report('REPLACED', sequence, `The signed head at ${sequence} has another hash.`);
    }
  }
  return {
    add(record) {
      rows += 1;
      checkPlace(record.sequence);
      checkHash(record);
      expected = Math.max(expected, record.sequence + 1);
      previousHash = record.hash;
    },
    finish() {
      const end = Math.max(lastHead, recorded);
      if (end >= expected) report('CUT', expected, `Rows ${expected} to ${end} are missing at the end.`);
      if (expected - 1 > lastHead)
        report('UNSIGNED', lastHead + 1, `No signed head covers rows ${lastHead + 1} to ${expected - 1}.`);
      return { rows, problems };
    },
  };
}
