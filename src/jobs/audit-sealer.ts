import type { Logger } from 'pino';
import {
  chooseEnd,
  isSignedBy,
  sealRecords,
  signHead,
  type AuditRecord,
  type SealedRecord,
  type SignedHead,
} from '@memory-gateway/audit-chain';
import { auditSigningKeys, type SeedSource } from '../resolvers/audit-log/audit-signing-keys.js';
import { auditLogStore, auditSealStore, type AuditLogRow } from '../stores/audit-log-store.js';
import type { Database } from '@memory-gateway/database';
import { createAuditHeadsFile, type AuditHeadsFile } from './audit-heads-file.js';
import type { AuditSealer } from './types.js';

export interface AuditSealerOptions {
  readonly database: Database;
  readonly sealer: SeedSource;
  readonly log: Logger;
  readonly now: () => Date;
  /** File to which each signed head is appended. Null: none. */
  readonly headsFile?: string | null;
}

interface Sealing extends AuditSealerOptions {
  readonly file: AuditHeadsFile | null;
}

const delayMs = 500;
const batchMax = 1_000;

/**
 * Creates the sealer of a process. Writers insert rows without a position in the chain, so that they never wait for
 * each other. One sealer at a time assigns the positions of a chain, in commit order. After a crash, any process seals the remaining
 * rows. Each head leaves the database: in a line of the log, and in a file if one is configured.
 */
export function createAuditSealer(given: AuditSealerOptions): AuditSealer {
  const publicKey = async () => (await auditSigningKeys(given.sealer)).publicKey;
  const file = given.headsFile ? createAuditHeadsFile(given.headsFile, publicKey) : null;
  const options: Sealing = { ...given, file };
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  function seal(): Promise<void> {
    // It seals the rows for which the timer runs, too.
    clearTimeout(timer);
    timer = undefined;
    running = running.catch(() => undefined).then(() => sealAll(options));
    return running;
  }
  function run(): void {
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
      await seal().catch(() => undefined);
    },
  };
}

async function sealAll(options: Sealing): Promise<void> {
  for (let hasMore = true; hasMore;) {
    const batch = await sealBatch(options);
    for (const head of batch.heads) options.log.info({ auditHead: head }, 'Audit log sealed.');
    if (options.file) await copyHeads(options, options.file, batch.heads);
    hasMore = batch.hasMore;
  }
}

/** Seals at most a batch of rows. @returns the new heads, which are committed, and whether rows may be left */
async function sealBatch({ database, sealer, now, file }: Sealing): Promise<{ hasMore: boolean; heads: SignedHead[] }> {
  const { privateKey, publicKey } = await auditSigningKeys(sealer);
  return database.transaction(async (tx) => {
    const store = auditSealStore(tx);
    const locked = await store.lockChains(batchMax);
    const rows = await store.listUnsealed(locked.chains, batchMax);
    const hasMore = rows.length === batchMax || locked.isPartial;
    if (rows.length === 0) return { hasMore, heads: [] };
    const chains = groupByChain(rows);
    const ends = new Map((await store.ends([...chains.keys()])).map((end) => [end.chain, end]));
    const sealed: SealedRecord[] = [];
    const heads: SignedHead[] = [];
    for (const [chain, members] of chains) {
      const { last = 0, recorded, head } = ends.get(chain) ?? {};
      const outside = [await file?.findLast(chain), recorded, head && isSignedBy(head, publicKey) ? head : null];
      const records = sealRecords(chooseEnd(last, outside), members.map(toRecord));
      sealed.push(...records);
      const { sequence, hash } = records.at(-1) as SealedRecord;
      heads.push(signHead({ chain, sequence, hash, signedAt: now().toISOString() }, privateKey));
    }
    await store.seal(sealed, heads);
    return { hasMore, heads };
  });
}

const copiedMax = 1_000;

/** Appends heads to the file, with earlier ones that other processes signed or that a crash kept out of it. */
async function copyHeads({ database, log }: Sealing, file: AuditHeadsFile, heads: readonly SignedHead[]) {
  try {
    const logs = auditLogStore(database);
    for (const { chain } of heads) {
      let after: number | undefined = (await file.findLast(chain))?.sequence ?? 0;
      while (after !== undefined) {
        const missing = await logs.listHeads(chain, after, copiedMax);
        await file.append(missing.map((head) => ({ ...head, signedAt: head.signedAt.toISOString() })));
        after = missing.length < copiedMax ? undefined : missing.at(-1)?.sequence;
      }
    }
  } catch (error) {
    log.error({ err: error }, 'Writing AUDIT_HEADS_FILE failed; the next change retries.');
  }
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
function toRecord(row: AuditLogRow): Omit<AuditRecord, 'sequence'> {
  const { id, chain, actorType, actorId, keyPrefix, action, targetType, targetId } = row;
  const { organizationId, projectId, changes, reason, requestId, createdAt } = row;
  const actor = { actorType, actorId, keyPrefix };
  const target = { action, targetType, targetId, organizationId, projectId };
  return { id, chain, createdAt: createdAt.toISOString(), ...actor, ...target, changes, reason, requestId };
}
