import type { Services } from '../../context.js';
import type { SealedRecord, SignedHead } from '../../engine/audit/audit-chain.js';
import type { AuditLogRow } from '../../stores/audit-log/audit-log-store.js';
import { auditSigningKeys } from './audit-signing-keys.js';

/** A line of an export: the public key, a signed head or a row. */
export type AuditExportLine =
  | { readonly type: 'key'; readonly publicKey: string }
  | ({ readonly type: 'head' } & SignedHead)
  | ({ readonly type: 'row' } & SealedRecord);

const pageSize = 1_000;

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
    for (const head of await logs.listHeads(name))
      yield { type: 'head', ...head, signedAt: head.signedAt.toISOString() };
    let after = 0;
    for (;;) {
      const rows = await logs.listSealed(name, after, pageSize);
      for (const row of rows) yield { type: 'row', ...toExportRow(row) };
      after = rows.at(-1)?.sequence ?? after;
      if (rows.length < pageSize) break;
    }
  }
}

/** Converts a sealed row to the form that its hash covers. */
export function toExportRow({ createdAt, sequence, previousHash, hash, ...rest }: AuditLogRow): SealedRecord {
  const place = { sequence: sequence ?? 0, previousHash: previousHash ?? '', hash: hash ?? '' };
  return { ...rest, createdAt: createdAt.toISOString(), ...place };
}
