import type { AppContext, Services } from '../../context.js';
import type { SealedRecord, SignedHead } from '../../engine/audit/audit-chain.js';
import type { AuditLogRow } from '../../stores/audit-log/audit-log-store.js';
import { authorizeAuditChain } from './audit-log-filter.js';
import { auditSigningKeys } from './audit-signing-keys.js';

/** A line of an export: the public key, a signed head or a row. */
export type AuditExportLine =
  | { readonly type: 'key'; readonly publicKey: string }
  | ({ readonly type: 'head' } & SignedHead)
  | ({ readonly type: 'row' } & SealedRecord);

const pageSize = 1_000;

/**
 * Exports the sealed part of one chain, after sealing what is new. OWNERs of the organization may call it; without an organization,
 * admins export the chain of the installation. At no time more than a page of rows is in memory.
 * @throws UnauthenticatedError, NotFoundError, ForbiddenError
 */
export async function openAuditExport(
  ctx: AppContext,
  { organizationId }: { organizationId?: string | null | undefined },
): Promise<AsyncGenerator<AuditExportLine>> {
  const chain = await authorizeAuditChain(ctx, organizationId ?? null);
  await ctx.auditSealer?.seal();
  return exportAuditLog(ctx, chain);
}

/**
 * Yields the sealed part of the audit log, line by line: the public key, then for each chain its heads and its rows in order.
 * For the operator at the machine: checks no caller.
 * @param chain ID of an organization, or `installation`; null exports every chain
 */
export async function* exportAuditLog(services: Services, chain: string | null): AsyncGenerator<AuditExportLine> {
  const { publicKey } = await auditSigningKeys(services.sealer);
  yield { type: 'key', publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString() };
  const logs = services.stores.auditLogs;
  for (const name of chain === null ? await logs.listChains() : [chain]) {
    // Rows that are sealed meanwhile have no head in this export: they belong to the next one.
    const end = (await logs.findLastHead(name))?.sequence ?? 0;
    const heads = (after: number) => logs.listHeads(name, after, pageSize);
    for await (const head of readAll(end, heads))
      yield { type: 'head', ...head, signedAt: head.signedAt.toISOString() };
    const rows = (after: number) => logs.listSealed(name, after, pageSize);
    for await (const row of readAll(end, rows)) yield { type: 'row', ...toExportRow(row) };
  }
}

/** Reads pages in the order of their sequence, up to the sequence `end`. */
async function* readAll<Item extends { readonly sequence: number | null }>(
  end: number,
  readPage: (after: number) => Promise<Item[]>,
): AsyncGenerator<Item> {
  for (let after = 0; after < end;) {
    const page = await readPage(after);
    for (const item of page) if ((item.sequence ?? 0) <= end) yield item;
    after = page.at(-1)?.sequence ?? end;
  }
}

/** Converts a sealed row to the form that its hash covers. */
export function toExportRow({ createdAt, sequence, previousHash, hash, ...rest }: AuditLogRow): SealedRecord {
  const place = { sequence: sequence ?? 0, previousHash: previousHash ?? '', hash: hash ?? '' };
  return { ...rest, createdAt: createdAt.toISOString(), ...place };
}
