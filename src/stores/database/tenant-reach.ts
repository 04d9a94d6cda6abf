import { TENANT_ROLE, type Step, type Tenant } from './tenant-statement.js';

/** The beginning of a unit of work: the step that takes the role of tenants. */
export interface Entry {
  readonly step: Step;
  /** Whether the memberships had changed since they were read. Then the policies fail, and the unit of work must enter again. */
  readonly isOutdated: () => boolean;
}

/** The steps by which units of work of a caller take and leave the role of tenants. Requests of the caller share them. */
export interface TenantReach {
  /** Reads the memberships of the caller, or confirms those that were read before. */
  enter(): Entry;
  /** Reads the memberships in any case. For a transaction that may have changed them. */
  readonly enterAgain: Step;
  /** Takes the role again. The settings of {@link enter} are still in force. */
  readonly resume: Step;
  /** Returns to the owner of the tables. */
  readonly leave: Step;
}

// A second limit beside the version, for changes of memberships without triggers.
const MOST_AGE_MS = 10_000;

// Reads the caller's memberships as the owner of the tables, then takes the role. All settings end with the transaction. Each node of the
// plan costs time in each request, so keys of one project have a statement of their own. Indexes: project_members_user_id_idx,
// organization_members_user_id_idx, projects_organization_id_created_at_id_idx, projects_pkey, membership_versions_pkey.
const toEnter = (ofMember: string, ofOrganizationMember: string) => `
SELECT set_config('memory_gateway.user', $1::text, true),
  set_config('memory_gateway.projects', coalesce(array_agg(reach.id) FILTER (WHERE reach.id IS NOT NULL), '{}')::text, true),
  set_config('memory_gateway.visible_organizations', coalesce(array_agg(DISTINCT reach.organization_id), '{}')::text, true),
  set_config('memory_gateway.organizations',
    coalesce(array_agg(DISTINCT reach.organization_id) FILTER (WHERE reach.is_organization_member), '{}')::text, true),
  (SELECT v.version FROM membership_versions v WHERE v.user_id = $1::uuid),
  set_config('role', '${TENANT_ROLE}', true)
FROM (
  SELECT p.id, p.organization_id, false AS is_organization_member FROM project_members m JOIN projects p ON p.id = m.project_id
  WHERE m.user_id = $1::uuid ${ofMember}
  UNION ALL SELECT p.id, m.organization_id, true FROM organization_members m ${ofOrganizationMember} WHERE m.user_id = $1::uuid
) AS reach`;
const ENTER = toEnter('', 'LEFT JOIN projects p ON p.organization_id = m.organization_id');
const ENTER_WITH_KEY = toEnter(
  'AND p.id = $2::text',
  'JOIN projects p ON p.organization_id = m.organization_id AND p.id = $2::text',
);

// The settings of ENTER, from the values that it returned, if their version is still the caller's. Otherwise no array, so that every
// policy that reads one fails. Returns one short text, because the settings of a caller with many projects are long.
const CONFIRM = `
SELECT left(concat(v.user_id IS NULL, set_config('memory_gateway.user', $1::text, true),
  set_config('memory_gateway.projects', CASE WHEN v.user_id IS NULL THEN 'outdated' ELSE $2 END, true),
  set_config('memory_gateway.visible_organizations', CASE WHEN v.user_id IS NULL THEN 'outdated' ELSE $3 END, true),
  set_config('memory_gateway.organizations', CASE WHEN v.user_id IS NULL THEN 'outdated' ELSE $4 END, true),
  set_config('role', '${TENANT_ROLE}', true)), 1)
FROM (VALUES (1)) AS one LEFT JOIN membership_versions v ON v.user_id = $1::text::uuid AND v.version = $5`;

const RESUME: Step = { name: 'mg_resume', text: `SELECT set_config('role', '${TENANT_ROLE}', true)`, values: [] };
const LEAVE: Step = { name: 'mg_leave', text: `SELECT set_config('role', 'none', true)`, values: [] };

interface KnownReach {
  readonly values: readonly string[];
  readonly readAt: number;
}

/** Returns the steps of one caller. The first unit of work reads the memberships of the caller, the others confirm their version. */
export function createTenantReach({ userId, keyProjectId }: Tenant): TenantReach {
  const enterAgain: Step =
    keyProjectId === null
      ? { name: 'mg_enter', text: ENTER, values: [userId] }
      : { name: 'mg_enter_with_key', text: ENTER_WITH_KEY, values: [userId, keyProjectId] };
  let known: KnownReach | null = null;
  // Only the beginning of a unit of work counts: later, a transaction reads changes of its own that may never be committed.
  const onRead = (values: readonly string[]) => {
    // A user without memberships has no version.
    if (values[4]) known = { values: values.slice(0, 5), readAt: performance.now() };
  };
  const read: Entry = { step: { ...enterAgain, onRow: onRead }, isOutdated: () => false };
  const confirm = (reach: KnownReach): Entry => {
    let isOutdated = false;
    const onRow = ([answer]: readonly string[]) => {
      isOutdated = answer !== 'f';
      if (isOutdated && known === reach) known = null;
    };
    const step = { name: 'mg_confirm', text: CONFIRM, values: reach.values, onRow };
    return { step, isOutdated: () => isOutdated };
  };
  return {
    enter: () => (known && performance.now() - known.readAt < MOST_AGE_MS ? confirm(known) : read),
    enterAgain,
    resume: RESUME,
    leave: LEAVE,
  };
}
