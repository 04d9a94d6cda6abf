import type { AppContext } from '../../context.js';
import { createVerifier, type ChainProblem } from '@memory-gateway/audit-chain';
import { auditSigningKeys } from './audit-signing-keys.js';
import { authorizeAuditChain } from './audit-log-filter.js';
import { toExportRow } from './export-audit-log.js';

export type { ChainProblem };

export interface AuditChain {
  /** Id of an organization, or `installation`. */
  readonly chain: string;
  readonly rows: number;
  /** Sequence number of the first verified row. */
  readonly checkedFrom: number;
  readonly checkedAt: Date;
  readonly problems: readonly ChainProblem[];
}

// Verifying more rows takes too long for a web page. The command `audit verify` checks all rows.
const checkedMax = 10_000;
const pageSize = 1_000;

/** Verifies the newest 10,000 rows of an organization's chain, or for admins (null) of the installation's chain. */
export async function getAuditChain(ctx: AppContext, input: { organizationId?: string | null }): Promise<AuditChain> {
  const chain = await authorizeAuditChain(ctx, input.organizationId ?? null);
  const logs = ctx.stores.auditLogs;
  const { recorded, end: rows } = await logs.findEnd(chain);
  const start = Math.max(0, rows - checkedMax);
  const [before] = start === 0 ? [] : await logs.listSealed(chain, start - 1, 1);
  // Each head covers at least one row.
  const heads = await logs.listHeads(chain, start, checkedMax);
  const verifier = createVerifier({
    publicKey: (await auditSigningKeys(ctx.sealer)).publicKey,
    heads: heads.map((head) => ({ ...head, signedAt: head.signedAt.toISOString() })),
    recorded,
    after: { sequence: start, hash: before?.hash ?? null },
  });
  for (let after = start; after < rows; after += pageSize) {
    for (const row of await logs.listSealed(chain, after, Math.min(pageSize, rows - after)))
      verifier.add(toExportRow(row));
  }
  return {
    chain,
    rows,
    checkedFrom: Math.min(start + 1, rows),
    checkedAt: ctx.now(),
    problems: verifier.finish().problems,
  };
}
