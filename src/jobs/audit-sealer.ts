import type { Logger } from 'pino';
import {
  genesisHash,
  sealRecords,
  signHead,
  type AuditRecord,
  type SealedRecord,
} from '../engine/audit/audit-chain.js';
import { auditSigningKeys, type SeedSource } from '../resolvers/audit-log/audit-signing-keys.js';
import { auditSealStore, type AuditLogRow } from '../stores/audit-log-store.js';
import type { Database } from '../stores/database/open-database.js';
import type { AuditSealer } from './types.js';

export interface AuditSealerOptions {
  readonly database: Database;
  readonly sealer: SeedSource;
  readonly log: Logger;
  readonly now: () => Date;
}

const delayMs = 500;
const batchMax = 1_000;

/**
 * Creates the sealer of a process. Writers insert rows without a position in the chain, so that they never wait for
 * each other. One sealer at a time assigns positions in commit order. After a crash, any process seals the remaining
 * rows.
 */
export function createAuditSealer(options: AuditSealerOptions): AuditSealer {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  const seal = () => (running = running.catch(() => undefined).then(() => sealAll(options)));
  function run(): void {
    timer = undefined;
    seal().catch((error: unknown) =>
      options.log.warn({ err: error }, 'Sealing the audit log failed; the next change retries.'),
    );
  }
  return {
    wake() {
      timer ??= setTimeout(run, delayMs).unref();
    },
    seal,
    async close() {
      clearTimeout(timer);
      await seal().catch(() => undefined);
    },
  };
}

async function sealAll(options: AuditSealerOptions): Promise<void> {
  while ((await sealBatch(options)) === batchMax);
}

async function sealBatch({ database, sealer, now }: AuditSealerOptions): Promise<number> {
  const { privateKey } = await auditSigningKeys(sealer);
  return database.transaction(async (tx) => {
    const store = auditSealStore(tx);
    await store.lock();
    const rows = await store.listUnsealed(batchMax);
    if (rows.length === 0) return 0;
    const chains = groupByChain(rows);
    const ends = new Map((await store.ends([...chains.keys()])).map((end) => [end.chain, end]));
    const sealed: SealedRecord[] = [];
    const heads = [...chains].map(([chain, members]) => {
      const records = sealRecords(ends.get(chain) ?? { sequence: 0, hash: genesisHash }, members.map(toRecord));
      sealed.push(...records);
      const { sequence, hash } = records.at(-1) as SealedRecord;
      return signHead({ chain, sequence, hash, signedAt: now().toISOString() }, privateKey);
    });
    await store.seal(sealed, heads);
    return rows.length;
  });
}

function groupByChain(rows: readonly AuditLogRow[]): Map<string, AuditLogRow[]> {
  const chains = new Map<string, AuditLogRow[]>();
  for (const row of rows) {
    const members = chains.get(row.chain) ?? [];
    members.push(row);
    chains.set(row.chain, members);
  }
  return chains;
}

/** Returns the part of a row that its hash covers. */
export function toRecord(row: AuditLogRow): Omit<AuditRecord, 'sequence'> {
  const { id, chain, actorType, actorId, keyPrefix, action, targetType, targetId } = row;
  const { organizationId, projectId, changes, reason, requestId, createdAt } = row;
  const actor = { actorType, actorId, keyPrefix };
  const target = { action, targetType, targetId, organizationId, projectId };
  return { id, chain, createdAt: createdAt.toISOString(), ...actor, ...target, changes, reason, requestId };
}
