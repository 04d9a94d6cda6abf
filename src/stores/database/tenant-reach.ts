import { TENANT_ROLE, type Step, type Tenant } from './tenant-statement.js';

/** The steps by which units of work take and leave the role of tenants. */
export interface TenantReach {
  /** Returns the step for the begin of a unit of work. Reads the memberships of the caller, unless they are known. */
  enter(): Step;
  /** Reads the memberships in any case. For a transaction that may have changed them. */
  readonly enterAgain: Step;
  /** Takes the role again. The settings of {@link enter} are still in force. */
  readonly resume: Step;
  /** Returns to the owner of the tables. */
  readonly leave: Step;
  /** Lets the next unit of work read the memberships again. */
  forget(): void;
}

// Reads the caller's memberships as the owner of the tables, then takes the role. All settings end with the transaction. Each node of the
// plan costs time in each request, so keys of one project have a statement of their own. Indexes: project_members_user_id_idx,
// organization_members_user_id_idx, projects_organization_id_created_at_id_idx, projects_pkey.
const toEnter = (ofMember: string, ofOrganizationMember: string) => `
SELECT set_config('memory_gateway.user', $1::text, true),
  set_config('memory_gateway.projects', coalesce(array_agg(reach.id) FILTER (WHERE reach.id IS NOT NULL), '{}')::text, true),
  set_config('memory_gateway.visible_organizations', coalesce(array_agg(DISTINCT reach.organization_id), '{}')::text, true),
  set_config('memory_gateway.organizations',
    coalesce(array_agg(DISTINCT reach.organization_id) FILTER (WHERE reach.is_organization_member), '{}')::text, true),
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

// The settings of ENTER, from the values that it returned.
const ENTER_KNOWN = `
SELECT set_config('memory_gateway.user', $1, true), set_config('memory_gateway.projects', $2, true),
  set_config('memory_gateway.visible_organizations', $3, true), set_config('memory_gateway.organizations', $4, true),
  set_config('role', '${TENANT_ROLE}', true)`;

const RESUME: Step = { name: 'mg_resume', text: `SELECT set_config('role', '${TENANT_ROLE}', true)`, values: [] };
const LEAVE: Step = { name: 'mg_leave', text: `SELECT set_config('role', 'none', true)`, values: [] };

/**
 * Returns the steps of one request. The first unit of work reads the memberships of the caller, and the others use them: as fresh as
 * the permissions that the request has checked.
 */
export function createTenantReach({ userId, keyProjectId }: Tenant): TenantReach {
  const enterAgain: Step =
    keyProjectId === null
      ? { name: 'mg_enter', text: ENTER, values: [userId] }
      : { name: 'mg_enter_with_key', text: ENTER_WITH_KEY, values: [userId, keyProjectId] };
  let known: Step | null = null;
  let version = 0;
  return {
    enter() {
      if (known) return known;
      const current = version;
      const onRow = (values: readonly string[]) => {
        // Memberships that were read before `forget` do not count.
        if (version === current) known = { name: 'mg_enter_known', text: ENTER_KNOWN, values: values.slice(0, 4) };
      };
      return { ...enterAgain, onRow };
    },
    enterAgain,
    resume: RESUME,
    leave: LEAVE,
    forget() {
      known = null;
      version += 1;
    },
  };
}
