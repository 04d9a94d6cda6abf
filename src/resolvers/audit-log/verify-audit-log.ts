import { createPublicKey } from 'node:crypto';
import { createVerifier, type ChainProblem, type ChainVerifier } from '../../engine/audit/verify-chain.js';
import type { SignedHead } from '../../engine/audit/audit-chain.js';
import { ValidationError } from '../../errors.js';
import type { AuditExportLine } from './export-audit-log.js';

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
}

/**
 * Verifies an export without a database. Heads precede the rows of their chain. @throws ValidationError without a key
 */
export async function verifyAuditLines(
  lines: AsyncIterable<AuditExportLine>,
  { publicKey: given, keptHeads }: VerifyOptions,
): Promise<VerifiedChain[]> {
  let pem = given;
  const heads = new Map<string, SignedHead[]>();
  const verifiers = new Map<string, ChainVerifier>();
  for (const head of keptHeads) append(heads, head);
  const verifierOf = (chain: string) => {
    if (pem === null) throw new ValidationError({ publicKey: ['The export contains no public key. Pass one.'] });
    const known = verifiers.get(chain);
    if (known) return known;
    const made = createVerifier({ publicKey: createPublicKey(pem), heads: heads.get(chain) ?? [] });
    verifiers.set(chain, made);
    return made;
  };
  for await (const line of lines) {
    if (line.type === 'key') pem ??= line.publicKey;
    else if (line.type === 'head') append(heads, line);
    else verifierOf(line.chain).add(line);
  }
  // A chain that has heads but no rows was truncated completely.
  for (const chain of heads.keys()) verifierOf(chain);
  return [...verifiers].map(([chain, verifier]) => ({ chain, ...verifier.finish() }));
}

function append(heads: Map<string, SignedHead[]>, head: SignedHead): void {
  const known = heads.get(head.chain) ?? [];
  known.push(head);
  heads.set(head.chain, known);
}
