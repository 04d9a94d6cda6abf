import { importedBcryptHash, importedPasswordHash } from '@memory-gateway/credentials';
import type { Role } from '../../roles.js';
import { operatorOrganization, operatorProject } from '../../auth/scope.js';
import type { Services } from '../../context.js';
import { transact, type UnitOfWork } from '../../unit-of-work/transact.js';
import { isUuid } from '../../ids.js';
import { collectFieldErrors } from '../../validate.js';
import type { ImportSource, SourceApiKey, SourceUser } from '@memory-gateway/import-sources';
import type { NewUser } from '../../stores/user-store.js';
import { readEmail, readName } from '../shared/text-fields.js';
import { skip, type ImportProgress, type ImportReport } from './import-report.js';

export interface AccountsImport {
  readonly source: ImportSource;
  /** Organization and project that the users join. */
  readonly place: { readonly organizationId: string; readonly projectId: string };
  readonly report: ImportReport;
  readonly onProgress: (progress: ImportProgress) => void;
}

/**
 * Imports users, then API keys, each record in one transaction. A user whose email exists here keeps the local password
 * and role, and gets the imported keys. @throws ImportSourceError
 */
export async function importAccounts(services: Services, work: AccountsImport): Promise<void> {
  const [users, keys] = [await work.source.users(), await work.source.apiKeys()];
  const owners = new Map(
    (
      await services.stores.imports.known(
        'user',
        users.map(({ id }) => id),
      )
    ).map(({ sourceId, targetId }) => [sourceId, targetId]),
  );
  work.report.users.found = users.length;
  work.report.users.known = owners.size;
  for (const [index, user] of users.entries()) {
    if (!owners.has(user.id)) {
      const id = await importUser(services, work, user);
      if (id) owners.set(user.id, id);
    }
    work.onProgress({ kind: 'users', done: index + 1, total: users.length });
  }
  await importKeys(services, work, { keys, owners });
}

async function importUser(
  services: Services,
  { place, report }: AccountsImport,
  source: SourceUser,
): Promise<string | null> {
  const read = readUser(source, services.now());
  if (typeof read === 'string') {
    skip(report, { kind: 'user', id: source.id, reason: read });
    return null;
  }
  const existing = await services.stores.users.findByEmail(read.email);
  report.users.imported += 1;
  if (existing) report.users.merged += 1;
  if (report.dryRun) return existing?.id ?? source.id;
  return transact(services, async (unit) => {
    await unit.stores.users.lockAll();
    const id =
      (await unit.stores.users.findByEmail(read.email))?.id ??
      (await insertUser(unit, { user: read, lastLoginAt: source.lastLoginAt ?? null, place }));
    await unit.stores.imports.record('user', [{ sourceId: source.id, targetId: id }], services.now());
    await unit.announce('credentialChanged', { userId: id });
    const { name, email, role } = read;
    await unit.audit({ action: 'user.import', targetId: id, after: { name, email, role } });
    return id;
  });
}

interface UserToInsert {
  readonly user: NewUser;
  readonly lastLoginAt: Date | null;
  readonly place: AccountsImport['place'];
}

async function insertUser({ stores }: UnitOfWork, { user, lastLoginAt, place }: UserToInsert): Promise<string> {
  const { id, role, now } = user;
  await stores.invitations.lockAddress(user.email);
  await stores.users.insert({ ...user, defaultProjectId: place.projectId });
  await stores.membershipInvitations.giveTo(user, now);
  if (lastLoginAt) await stores.users.recordLogin(id, lastLoginAt, now);
  const organization = operatorOrganization(place.organizationId);
  // On the original server, every user can read and write every memory, so users become OWNERs here.
  const member: { userId: string; role: Role; now: Date } = { userId: id, role: 'OWNER', now };
  if (role === 'admin') await stores.members.insert(organization, member);
  await stores.members.insert(operatorProject(place), member);
  return id;
}

function readUser(source: SourceUser, now: Date): NewUser | string {
  const check = collectFieldErrors();
  const email = readEmail(check, source.email);
  const given =
    typeof source.name === 'string' && source.name.trim() !== ''
      ? source.name.replace(/[\r\n]+/g, ' ')
      : source.email.split('@')[0];
  const name = readName(check, 'name', given);
  const passwordHash = importedPasswordHash(source.passwordHash);
  if (!isUuid(source.id)) return 'The id is no UUID.';
  if (!passwordHash) return 'The password is not hashed with bcrypt.';
  try {
    check.throwIfAny();
  } catch {
    return 'The name or the email address is not valid here.';
  }
  return {
    id: source.id.toLowerCase(),
    name,
    email,
    passwordHash,
    role: source.role === 'admin' ? 'admin' : 'member',
    now: source.createdAt ?? now,
  };
}

interface Keys {
  readonly keys: readonly SourceApiKey[];
  /** Local user ids by source id. */
  readonly owners: ReadonlyMap<string, string>;
}

async function importKeys(
  services: Services,
  { report, onProgress }: AccountsImport,
  { keys, owners }: Keys,
): Promise<void> {
  const known = new Set(
    (
      await services.stores.imports.known(
        'api_key',
        keys.map(({ id }) => id),
      )
    ).map(({ sourceId }) => sourceId),
  );
  report.apiKeys.found = keys.length;
  report.apiKeys.known = known.size;
  for (const [index, key] of keys.entries()) {
    if (!known.has(key.id)) await importKey(services, report, { key, owner: owners.get(key.createdBy) });
    onProgress({ kind: 'apiKeys', done: index + 1, total: keys.length });
  }
}

async function importKey(
  services: Services,
  report: ImportReport,
  { key, owner }: { key: SourceApiKey; owner: string | undefined },
): Promise<void> {
  const keyHash = importedBcryptHash(key.keyHash);
  // A user who was imported earlier and has been deleted here must not get keys.
  const isOwned = owner !== undefined && (report.dryRun || (await services.stores.users.find(owner)) !== null);
  const reason = !isOwned
    ? 'The owner of the key is not here.'
    : !keyHash || !/^.{12}$/.test(key.keyPrefix)
      ? 'The key is in an unknown form.'
      : null;
  if (reason || !keyHash || !owner) return skip(report, { kind: 'api_key', id: key.id, reason: reason ?? '' });
  report.apiKeys.imported += 1;
  if (report.dryRun) return;
  const { id, keyPrefix, lastUsedAt = null, revokedAt = null } = key;
  const label = key.label?.trim() ? [...key.label.trim()].slice(0, 255).join('') : 'unnamed';
  await transact(services, async ({ stores, audit }) => {
    await audit({ action: 'api_key.import', targetId: id, after: { label, keyPrefix, createdBy: owner, revokedAt } });
    await stores.imports.insertApiKey({
      id,
      keyPrefix,
      keyHash,
      label,
      createdBy: owner,
      createdAt: key.createdAt ?? services.now(),
      lastUsedAt,
      revokedAt,
    });
    await stores.imports.record('api_key', [{ sourceId: id, targetId: id }], services.now());
  });
}
