import { createPublicKey, type KeyObject } from 'node:crypto';
import { createVerifier, type ChainProblem, type ChainVerifier } from './verify-chain.js';
import { isHead, type SealedRecord, type SignedHead } from './audit-chain.js';

/** One line of an export: the public key, the recorded end of a chain, a signed head, or a row. */
export type AuditExportLine =
  | { readonly type: 'key'; readonly publicKey: string }
  | { readonly type: 'end'; readonly chain: string; readonly sequence: number }
  | ({ readonly type: 'head' } & SignedHead)
  | ({ readonly type: 'row' } & SealedRecord);

/** The export contains no public key that can be read, and none was passed. */
export class PublicKeyError extends Error {
  override readonly name = 'PublicKeyError';
}

export interface VerifiedChain {
  readonly chain: string;
  readonly rows: number;
  readonly problems: readonly ChainProblem[];
}

export interface VerifyOptions {
  /** PEM. Null uses the export's own key, which proves only that the export is consistent. */
  readonly publicKey: string | null;
  /** Heads stored elsewhere. They reveal a chain that was replaced or truncated since. */
  readonly keptHeads: readonly SignedHead[];
  /** Heads that the lines must contain as well. A head that is absent was removed. */
  readonly requiredHeads?: readonly SignedHead[];
}

/**
 * Verifies an export without a database. Heads precede the rows of their chain. @throws PublicKeyError
 */
export async function verifyAuditLines(
  lines: AsyncIterable<AuditExportLine>,
  { publicKey: given, keptHeads, requiredHeads = [] }: VerifyOptions,
): Promise<VerifiedChain[]> {
  let pem = given;
  const heads = new Map<string, SignedHead[]>();
  const recorded = new Map<string, number>();
  const verifiers = new Map<string, ChainVerifier>();
  for (const head of [...keptHeads, ...requiredHeads]) append(heads, head);
  const absent = new Map(requiredHeads.map((head) => [toKey(head), head]));
  const verifierOf = (chain: string) => {
    if (pem === null) throw new PublicKeyError('The export contains no public key. Pass one.');
    const known = verifiers.get(chain);
    if (known) return known;
    const made = createVerifier({
      publicKey: readKey(pem),
      heads: heads.get(chain) ?? [],
      recorded: recorded.get(chain) ?? 0,
    });
    verifiers.set(chain, made);
    return made;
  };
  for await (const line of lines) {
    if (line.type === 'key') pem ??= line.publicKey;
    else if (line.type === 'head') {
      append(heads, line);
      absent.delete(toKey(line));
    } else if (line.type === 'end') recorded.set(line.chain, line.sequence);
    else verifierOf(line.chain).add(line);
  }
  // A chain that has an end or heads, but no rows, was truncated completely.
  for (const [chain, sequence] of recorded) if (sequence > 0) verifierOf(chain);
  for (const chain of heads.keys()) verifierOf(chain);
  return [...verifiers].map(([chain, verifier]) => {
    const { rows, problems } = verifier.finish();
    const removed = [...absent.values()].filter((head) => head.chain === chain);
    return { chain, rows, problems: [...problems, ...removed.map(toRemovedHead)] };
  });
}

const texts = 'id chain createdAt actorType action targetType targetId changes previousHash hash'.split(' ');

const toKey = ({ chain, sequence }: SignedHead) => JSON.stringify([chain, sequence]);

const toRemovedHead = ({ sequence }: SignedHead): ChainProblem => ({
  kind: 'UNSIGNED',
  sequence,
  message: `The signed head at ${sequence} was removed.`,
});

function readKey(pem: string): KeyObject {
  try {
    return createPublicKey(pem);
  } catch {
    throw new PublicKeyError('The public key of the export cannot be read. Pass one.');
  }
}

/** Parses a line of an export. Null: it is none. */
export function parseAuditLine(text: string): AuditExportLine | null {
  let line: Record<string, unknown> | null;
  try {
    line = JSON.parse(text) as Record<string, unknown> | null;
  } catch {
    return null;
  }
  const isNumbered = Number.isSafeInteger(line?.sequence);
  const isLine =
    (line?.type === 'key' && typeof line.publicKey === 'string') ||
    (line?.type === 'end' && typeof line.chain === 'string' && isNumbered) ||
    (line?.type === 'head' && isHead(line)) ||
    (line?.type === 'row' && isNumbered && texts.every((name) => typeof line[name] === 'string'));
  // Safe cast: the fields that the verifier computes with were checked; it only hashes the others.
  return isLine ? (line as unknown as AuditExportLine) : null;
}

function append(heads: Map<string, SignedHead[]>, head: SignedHead): void {
  const known = heads.get(head.chain) ?? [];
  known.push(head);
  heads.set(head.chain, known);
}
