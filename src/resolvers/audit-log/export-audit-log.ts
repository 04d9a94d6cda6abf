import type { AppContext, Services } from '../../context.js';
import type { AuditExportLine, SealedRecord } from '@memory-gateway/audit-chain';
import type { AuditLogRow } from '../../stores/audit-log-store.js';
import { authorizeAuditChain } from './audit-log-filter.js';
import { auditSigningKeys } from './audit-signing-keys.js';

const pageSize = 1_000;

/**
 * Seals new rows, then streams the sealed rows of one chain, a page at a time. OWNERs may export their organization's
 * chain, admins the installation's chain (no `organizationId`).
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
 * Yields the public key, then each chain's heads and sealed rows in order. For operator commands: checks no caller.
 * @param chain id of an organization, or `installation`. Null exports every chain
 */
export async function* exportAuditLog(services: Services, chain: string | null): AsyncGenerator<AuditExportLine> {
  const { publicKey } = await auditSigningKeys(services.sealer);
  yield { type: 'key', publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString() };
  const logs = services.stores.auditLogs;
  for (const name of chain === null ? await logs.listChains() : [chain]) {
    // Rows sealed during the export belong to the next export, because this one lacks their head.
    const { recorded, end } = await logs.findEnd(name);
    yield { type: 'end', chain: name, sequence: recorded };
    const heads = (after: number) => logs.listHeads(name, after, pageSize);
    for await (const head of readAll(end, heads))
      yield { type: 'head', ...head, signedAt: head.signedAt.toISOString() };
    const rows = (after: number) => logs.listSealed(name, after, pageSize);
    for await (const row of readAll(end, rows)) yield { type: 'row', ...toExportRow(row) };
  }
}

/** Reads pages in order, up to and including the sequence number `end`. */
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
