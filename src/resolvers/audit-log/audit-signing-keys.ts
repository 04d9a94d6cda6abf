import type { Sealer } from '../../auth/sealed.js';
import { createAuditKeys } from '../../engine/audit/audit-chain.js';

/** Derives seeds from the secret of the installation. */
export type SeedSource = Pick<Sealer, 'fingerprint'>;

/** Seed of the key that signs the ends of chains; derived from the secret of the installation. */
const seedName = 'audit signing key, version 1';

/** Returns the key pair that signs the ends of chains. */
export async function auditSigningKeys(sealer: SeedSource): Promise<ReturnType<typeof createAuditKeys>> {
  return createAuditKeys(await sealer.fingerprint(seedName));
}
