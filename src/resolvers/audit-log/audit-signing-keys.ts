import type { Sealer } from '../../auth/sealed.js';
import { createAuditKeys } from '@memory-gateway/audit-chain';

/** Derives seeds from the secret of the installation. */
export type SeedSource = Pick<Sealer, 'fingerprint'>;

const seedName = 'audit signing key, version 1';

/** Returns the key pair that signs chain heads. It is derived from the installation's secret. */
export async function auditSigningKeys(sealer: SeedSource): Promise<ReturnType<typeof createAuditKeys>> {
  return createAuditKeys(await sealer.fingerprint(seedName));
}
