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
  /** PEM. Null: the key in the export, which proves only that the export is consistent. */
  readonly publicKey: string | null;
  /** Heads that were kept elsewhere: they show whether a chain was replaced or cut since then. */
  readonly keptHeads: readonly SignedHead[];
}

/**
 * Verifies an export of the audit log. Needs no database. Heads must stand before the rows of their chain, as exports have them.
 * @throws ValidationError when there is no public key
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
  // A chain of which nothing but its heads is left was cut to nothing.
  for (const chain of heads.keys()) verifierOf(chain);
  return [...verifiers].map(([chain, verifier]) => ({ chain, ...verifier.finish() }));
}

function append(heads: Map<string, SignedHead[]>, head: SignedHead): void {
  const known = heads.get(head.chain) ?? [];
  known.push(head);
  heads.set(head.chain, known);
}
