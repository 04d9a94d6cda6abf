import { TENANT_ROLE, type Step, type Tenant } from './tenant-statement.js';

/** The beginning of a unit of work: the step that takes the role of tenants. */
export interface Entry {
  readonly step: Step;
  /** Whether the step failed because the memberships had changed since they were read. The unit of work must enter again. */
  readonly isOutdated: () => boolean;
}

/** The steps by which units of work of a caller take and leave the role of tenants. Requests of the caller share them. */
export interface TenantReach {
  /** Reads the memberships of the caller, or confirms those that were read before. */
  enter(): Entry;
  /** Puts a project first in the list of the caller's projects, where policies find it soonest. */
  focus(projectId: string): void;
  /** Reads the memberships in any case. For a transaction that may have changed them. */
  readonly enterAgain: Step;
  /** Takes the role again. The settings of {@link enter} are still in force. */
  readonly resume: Step;
  /** Returns to the owner of the tables. */
  readonly leave: Step;
}

const OUTDATED = 'outdated memberships';

// A second limit beside the version, for changes of memberships without triggers.
const MOST_AGE_MS = 10_000;

// Reads the caller's memberships as the owner of the tables, then takes the role. All settings end with the transaction. Each node of the
// plan costs time in each request, so keys of one project have a statement of their own. Indexes: project_members_user_id_idx,
// organization_members_user_id_idx, projects_organization_id_created_at_id_idx, projects_pkey, membership_versions_pkey.
// Such a key sees no row of the organization beside its project, whatever its owner is there.
const toEnter = (ofMember: string, ofOrganizationMember: string, isMember: boolean) => `
SELECT set_config('memory_gateway.user', $1::text, true),
  set_config('memory_gateway.projects', concat(',', string_agg(reach.id || ',', ''), '.'), true),
  set_config('memory_gateway.visible_organizations', concat(',', string_agg(DISTINCT reach.organization_id || ',', ''), '.'), true),
  set_config('memory_gateway.organizations',
    concat(',', string_agg(DISTINCT reach.organization_id || ',', '') FILTER (WHERE reach.is_organization_member), '.'), true),
  (SELECT v.version FROM membership_versions v WHERE v.user_id = $1::uuid),
  set_config('role', '${TENANT_ROLE}', true)
FROM (
  SELECT p.id, p.organization_id, false AS is_organization_member FROM project_members m JOIN projects p ON p.id = m.project_id
  WHERE m.user_id = $1::uuid ${ofMember}
  UNION ALL SELECT p.id, m.organization_id, ${isMember} FROM organization_members m ${ofOrganizationMember} WHERE m.user_id = $1::uuid
) AS reach`;
const ENTER = toEnter('', 'LEFT JOIN projects p ON p.organization_id = m.organization_id', true);
const ENTER_WITH_KEY = toEnter(
  'AND p.id = $2::text',
  'JOIN projects p ON p.organization_id = m.organization_id AND p.id = $2::text',
  false,
);

// The settings of ENTER, from the values that it returned, if their version is still the caller's. Otherwise it fails: "outdated" is no
// integer. Returns short values, because the settings of a caller with many projects are long.
const CONFIRM = `
SELECT (CASE WHEN v.user_id IS NULL THEN '${OUTDATED}' ELSE '0' END)::int, length(concat(set_config('memory_gateway.user', $1::text, true),
  set_config('memory_gateway.projects', $2, true), set_config('memory_gateway.visible_organizations', $3, true),
  set_config('memory_gateway.organizations', $4, true), set_config('role', '${TENANT_ROLE}', true)))
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
    const onError = (error: Error) => {
      if (!error.message.includes(OUTDATED)) return;
      isOutdated = true;
      known = null;
    };
    const step = { name: 'mg_confirm', text: CONFIRM, values: reach.values, onError };
    return { step, isOutdated: () => isOutdated };
  };
  return {
    enter: () => (known && performance.now() - known.readAt < MOST_AGE_MS ? confirm(known) : read),
    focus(projectId) {
      const [userId = '', projects = '', ...others] = known?.values ?? [];
      const at = projects.indexOf(`,${projectId},`);
      if (known && at > 0) {
        const rest = projects.slice(0, at) + projects.slice(at + projectId.length + 1);
        known = { ...known, values: [userId, `,${projectId}${rest}`, ...others] };
      }
    },
    enterAgain,
    resume: RESUME,
    leave: LEAVE,
  };
}
