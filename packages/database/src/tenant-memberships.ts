import type pg from 'pg';
import { inOneTurn } from './in-one-turn.js';
import { TENANT_ROLE } from './tenant-role.js';
import type { Tenant } from './types.js';

/** Sends a statement on the connection of a transaction. */
type Send = (statement: pg.QueryConfig) => Promise<pg.QueryResult>;

/** Takes and leaves the role of tenants inside transactions of one caller. Requests of the caller share it. */
export interface TenantMemberships {
  /**
   * Takes the role at the start of a transaction, with the memberships of the caller: reads them, or confirms those that were read before.
   * @throws OutdatedMembershipsError if they have changed meanwhile. The transaction has failed and must start again.
   */
  takeRole(send: Send): Promise<void>;
  /** Takes the role again, and reads the memberships in any case. For a transaction that may have changed them. */
  retakeRole(send: Send): Promise<unknown>;
  /** Runs one statement without the role, between two others that leave and resume it. */
  runAsOwner<T>(send: Send, run: () => Promise<T>): Promise<T>;
  /** Returns to the owner of the tables. */
  leaveRole(send: Send): Promise<unknown>;
  /** Puts a project first in the list of the caller's projects, where policies find it soonest. */
  expectProject(projectId: string): void;
}

/** Thrown if memberships have changed since they were read. Nothing has run. */
export class OutdatedMembershipsError extends Error {}

const OUTDATED = 'outdated memberships';

// A second limit beside the version, for changes of memberships without triggers.
const MOST_AGE_MS = 10_000;

// Reads the caller's memberships as the owner of the tables, then takes the role. All settings end with the transaction. Each node of the
// plan costs time in each request, so keys of one project have a statement of their own. Indexes: project_members_user_id_idx,
// organization_members_user_id_idx, projects_organization_id_created_at_id_idx, projects_pkey, membership_versions_pkey.
// Such a key sees no row of the organization beside its project, whatever its owner is there.
const toRead = (ofMember: string, ofOrganizationMember: string, isMember: boolean) => `
SELECT set_config('memory_gateway.user', $1::text, true),
  set_config('memory_gateway.projects', concat(',', string_agg(visible.id || ',', ''), '.'), true),
  set_config('memory_gateway.visible_organizations', concat(',', string_agg(DISTINCT visible.organization_id || ',', ''), '.'), true),
  set_config('memory_gateway.organizations',
    concat(',', string_agg(DISTINCT visible.organization_id || ',', '') FILTER (WHERE visible.is_organization_member), '.'), true),
  (SELECT v.version FROM membership_versions v WHERE v.user_id = $1::uuid),
  set_config('role', '${TENANT_ROLE}', true)
FROM (
  SELECT p.id, p.organization_id, false AS is_organization_member FROM project_members m JOIN projects p ON p.id = m.project_id
  WHERE m.user_id = $1::uuid ${ofMember}
  UNION ALL SELECT p.id, m.organization_id, ${isMember} FROM organization_members m ${ofOrganizationMember} WHERE m.user_id = $1::uuid
) AS visible`;
const READ = toRead('', 'LEFT JOIN projects p ON p.organization_id = m.organization_id', true);
const READ_WITH_KEY = toRead(
  'AND p.id = $2::text',
  'JOIN projects p ON p.organization_id = m.organization_id AND p.id = $2::text',
  false,
);

// The settings of READ, from the values that it returned, if their version is still the caller's. Otherwise it fails: "outdated" is no
// integer. Returns short values, because the settings of a caller with many projects are long.
const CONFIRM = `
SELECT (CASE WHEN v.user_id IS NULL THEN '${OUTDATED}' ELSE '0' END)::int, length(concat(set_config('memory_gateway.user', $1::text, true),
  set_config('memory_gateway.projects', $2, true), set_config('memory_gateway.visible_organizations', $3, true),
  set_config('memory_gateway.organizations', $4, true), set_config('role', '${TENANT_ROLE}', true)))
FROM (VALUES (1)) AS one LEFT JOIN membership_versions v ON v.user_id = $1::text::uuid AND v.version = $5`;

const RESUME = `SET LOCAL ROLE ${TENANT_ROLE}`;
const LEAVE = 'SET LOCAL ROLE NONE';

interface KnownMemberships {
  readonly values: readonly string[];
  readonly readAt: number;
}

/** Creates the memberships of one caller. Without `isPrepared`, statements have no names, which would collide behind a pooler. */
export function createTenantMemberships(
  { userId, keyProjectId }: Tenant,
  { isPrepared }: { isPrepared: boolean },
): TenantMemberships {
  const toStatement = (name: string, text: string, values: readonly (string | null)[]) => ({
    ...(isPrepared ? { name } : {}),
    text,
    values: [...values],
    rowMode: 'array' as const,
  });
  const read =
    keyProjectId === null
      ? toStatement('mg_memberships', READ, [userId])
      : toStatement('mg_memberships_of_key', READ_WITH_KEY, [userId, keyProjectId]);
  let known: KnownMemberships | null = null;

  return {
    async takeRole(send) {
      if (known && performance.now() - known.readAt < MOST_AGE_MS) {
        try {
          await send(toStatement('mg_confirm_memberships', CONFIRM, known.values));
        } catch (error) {
          if (!(error instanceof Error && error.message.includes(OUTDATED))) throw error;
          known = null;
          throw new OutdatedMembershipsError();
        }
        return;
      }
      // Only the start of a transaction counts: later, it reads changes of its own that may never be committed.
      const { rows } = await send(read);
      const values = (rows as unknown[][])[0]?.slice(0, 5) ?? [];
      // A user without memberships has no version.
      if (values[4] != null) known = { values: values.map(String), readAt: performance.now() };
    },
    retakeRole: (send) => send(read),
    async runAsOwner(send, run) {
      const [, result] = await inOneTurn([send({ text: LEAVE }), run(), send({ text: RESUME })]);
      return result;
    },
    leaveRole: (send) => send({ text: LEAVE }),
    expectProject(projectId) {
      const [user = '', projects = '', ...others] = known?.values ?? [];
      const at = projects.indexOf(`,${projectId},`);
      if (known && at > 0) {
        const rest = projects.slice(0, at) + projects.slice(at + projectId.length + 1);
        known = { ...known, values: [user, `,${projectId}${rest}`, ...others] };
      }
    },
  };
}
