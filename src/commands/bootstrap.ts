import { createRandomPassword, mintApiKey } from '@memory-gateway/credentials';
import type { Services } from '../context.js';
import { transact } from '../unit-of-work/transact.js';
import {
  insertFirstAdmin,
  prepareFirstAdmin,
  readFirstAdmin,
  type FirstAdminInput,
} from '../resolvers/user/create-first-admin.js';
import { newKey } from '../resolvers/api-key/create-api-key.js';

export interface BootstrapInput {
  readonly email?: string | undefined;
  readonly password?: string | undefined;
  readonly name?: string | undefined;
}

/** Credentials of the first admin. The key and a random password are never shown again. */
export interface Bootstrapped {
  readonly email: string;
  readonly password: string;
  readonly apiKey: string;
  readonly orgId: string | null;
  readonly projectId: string | null;
}

/** Fills in defaults. @throws ValidationError by field */
export function readBootstrap({
  email = 'admin@example.com',
  password = createRandomPassword(),
  name = 'Admin',
}: BootstrapInput): FirstAdminInput {
  readFirstAdmin({ email, password, name });
  return { email, password, name };
}

/** Creates the first admin, OWNER of the defaults, with an API key. @throws ConflictError, ValidationError by field */
export async function bootstrap(services: Services, input: BootstrapInput = {}): Promise<Bootstrapped> {
  const given = readBootstrap(input);
  const admin = await prepareFirstAdmin(services, given);
  const minted = await mintApiKey();
  const label = 'bootstrap';
  const created = await transact(services, async (unit) => {
    const first = await insertFirstAdmin(unit, admin);
    const key = { label, createdBy: first.user.id, projectId: null, readOnly: false, expiresAt: null, now: admin.now };
    const { id } = await unit.stores.apiKeys.insert(newKey(minted, key));
    await unit.audit({ action: 'api_key.create', targetId: id, after: { label, createdBy: first.user.id } });
    return first;
  });
  return {
    email: created.user.email,
    password: given.password,
    apiKey: minted.secret,
    orgId: created.organizationId,
    projectId: created.projectId,
  };
}
