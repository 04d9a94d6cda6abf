import type { KeyObject } from 'node:crypto';
import { open } from 'node:fs/promises';
import { isSignedBy, type SignedHead } from '@memory-gateway/audit-chain';
import { readAuditHeads } from '../resolvers/audit-log/read-audit-heads.js';

/** The file of AUDIT_HEADS_FILE: signed heads outside of the database, one JSON object on each line. */
export interface AuditHeadsFile {
  /** Returns the last head of a chain in the file. Undefined: none. */
  findLast(chain: string): Promise<SignedHead | undefined>;
  /** Appends heads that are newer than the last one of their chain, and waits until they are on the disk. */
  append(heads: readonly SignedHead[]): Promise<void>;
}

/** Opens the file at its first use. Ignores heads whose signature is not valid. */
export function createAuditHeadsFile(path: string, publicKey: () => Promise<KeyObject>): AuditHeadsFile {
  let known: Map<string, SignedHead> | undefined;
  // A crash or a full disk may have torn the last line.
  let start = '\n';
  async function load(): Promise<Map<string, SignedHead>> {
    if (known) return known;
    const loaded = new Map<string, SignedHead>();
    const key = await publicKey();
    for (const head of (await readAuditHeads(path)).heads)
      if (head.sequence > (loaded.get(head.chain)?.sequence ?? 0)) loaded.set(head.chain, head);
    for (const [chain, head] of loaded) if (!isSignedBy(head, key)) loaded.delete(chain);
    return (known = loaded);
  }
  return {
    findLast: async (chain) => (await load()).get(chain),
    async append(heads) {
      const last = await load();
      const key = await publicKey();
      const isNewer = ({ chain, sequence }: SignedHead) => sequence > (last.get(chain)?.sequence ?? 0);
      const newer = heads.filter((head) => isNewer(head) && isSignedBy(head, key));
      if (newer.length === 0) return;
      const file = await open(path, 'a', 0o600);
      try {
        const begin = start;
        start = '\n';
        await file.writeFile(begin + newer.map((head) => `${JSON.stringify({ type: 'head', ...head })}\n`).join(''));
        await file.sync();
        start = '';
      } finally {
        await file.close();
      }
      for (const head of newer) last.set(head.chain, head);
    },
  };
}
