import { createRandomPassword } from '../auth/passwords.js';
import { mintApiKey } from '../auth/secrets.js';
import { transact, type Services } from '../context.js';
import { insertFirstAdmin, prepareFirstAdmin } from '../resolvers/user/create-first-admin.js';
import { newKey } from '../resolvers/api-key/create-api-key.js';

/** What the operator may choose; the rest has defaults. */
export interface BootstrapInput {
  readonly email?: string | undefined;
  /** Absent: a random one. */
  readonly password?: string | undefined;
  readonly name?: string | undefined;
  /** Of the first API key. */
  readonly label?: string | undefined;
}

/** The first admin's credentials. This is the only time that the key, and a random password, can be seen. */
export interface Bootstrapped {
  readonly email: string;
  readonly password: string;
  readonly apiKey: string;
  readonly orgId: string | null;
  readonly projectId: string | null;
}

/**
 * Creates the first admin, OWNER of the default organization and project, and a first API key: all of it or nothing.
 * @throws ConflictError when there is an admin; ValidationError by field
 */
export async function bootstrap(services: Services, input: BootstrapInput = {}): Promise<Bootstrapped> {
  const { email = 'admin@example.com', password = createRandomPassword(), name = 'Admin', label = 'bootstrap' } = input;
  const admin = await prepareFirstAdmin(services, { email, password, name });
  const minted = await mintApiKey();
  const created = await transact(services, async (unit) => {
    const first = await insertFirstAdmin(unit, admin);
    const key = { label, createdBy: first.user.id, projectId: null, readOnly: false, expiresAt: null, now: admin.now };
    const { id } = await unit.stores.apiKeys.insert(newKey(minted, key));
    await unit.audit({ action: 'api_key.create', targetId: id, after: { label, createdBy: first.user.id } });
    return first;
  });
  return {
    email: created.user.email,
    password,
    apiKey: minted.secret,
    orgId: created.organizationId,
    projectId: created.projectId,
  };
}
