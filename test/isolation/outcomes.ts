import { expect } from 'vitest';
import { idle } from '../deletion/helpers.js';
import { callers, siblings, strangers, targets, type Caller, type IdName, type Ids, type Target } from './ids.js';
import type { IsolationWorld } from './world.js';

/** Outcome for a caller, `ok` or the error code, with the whole response. */
export interface Response {
  readonly outcome: string;
  readonly text: string;
}

/** A request to send as every caller for every target. */
export interface Operation {
  readonly name: string;
  /** Whether it may change something. */
  readonly changes: boolean;
  /** Builds the request for these ids as text. Equal requests for several targets are sent once. */
  request(ids: Ids): string;
  send(key: string | null, ids: Ids): Promise<Response>;
}

type Row = Readonly<Record<Caller, string>>;

/** Sends the request as every caller for every target, and checks general rules. @returns the rows of the table */
export async function runMatrix(world: IsolationWorld, operation: Operation): Promise<string[]> {
  const rows: string[] = [];
  const responses = new Map<string, Response>();
  for (const target of targets) {
    if (isAsked(world, operation, target)) continue;
    const row: Partial<Record<Caller, string>> = {};
    for (const caller of target === 'own' ? [...strangers, ...callers] : callers) {
      const response = await operation.send(world.keys[caller], idsFor(world.ids, caller, target));
      if (operation.changes && response.outcome === 'ok') await settleAgain(world);
      responses.set(`${caller} ${target}`, response);
      row[caller] = response.outcome;
      checkCanary(world, { operation, caller, target, response });
    }
    rows.push(toLine(target === 'own' ? operation.name : '', target, row));
  }
  checkEquality(world, operation, responses);
  checkBoundKeys(world, operation, responses);
  return rows;
}

/** Returns the ids to send. A sibling may know its organization, so for it an absent object is one of that organization. */
function idsFor(ids: IsolationWorld['ids'], caller: Caller, target: Target): Ids {
  const isHere = isSibling(caller) && target === 'absent';
  return isHere ? { ...ids.absent, organization: ids.own.organization } : ids[target];
}

/** Whether an equal request was sent for an earlier target. */
function isAsked({ ids }: IsolationWorld, { request }: Operation, target: Target): boolean {
  const before = targets.slice(0, targets.indexOf(target));
  return before.some((each) => request(ids[each]) === request(ids[target]));
}

/** Restores the objects that a permitted change modified or removed. */
async function settleAgain({ test: { app }, ids, restore }: IsolationWorld): Promise<void> {
  const places = [ids.own, ids.foreign].flatMap(({ project, organization }) => [project, organization]);
  const isRemoving = async (): Promise<boolean> => (await app.services.database.query(MARKED, [places])).length > 0;
  // A job that removes a project or an organization would remove restored objects.
  do await idle(app.services);
  while (await isRemoving());
  await restore();
}

const MARKED = `
  SELECT id FROM projects WHERE id = ANY ($1) AND deleted_at IS NOT NULL
  UNION ALL SELECT id FROM organizations WHERE id = ANY ($1) AND deleted_at IS NOT NULL`;

interface Seen {
  readonly operation: Operation;
  readonly caller: Caller;
  readonly target: Target;
  readonly response: Response;
}

/** Checks that texts of a tenant reach only its members and admins. */
function checkCanary({ canaries }: IsolationWorld, { operation, caller, target, response }: Seen): void {
  const check = (tenant: 'own' | 'foreign') =>
    expect(
      response.text.includes(canaries[tenant]),
      `${operation.name} shows ${caller} a text of ${tenant} (${target})`,
    ).toBe(false);
  const isMember = ['reader', 'owner', 'boundKey', 'readOnlyKey'].includes(caller);
  if (caller === 'adminKey') return;
  if (isSibling(caller)) {
    // Of its organization, a bound key sees ID and name.
    const rest = response.text.replaceAll(`Org-${canaries.own}`, '');
    expect(rest, `${operation.name} shows ${caller} a text of its organization (${target})`).not.toContain(
      canaries.own,
    );
  } else if (!isMember) check('own');
  if (caller !== 'foreignOwner') check('foreign');
}

/** Checks that callers without access get the response for a missing object, byte for byte except for the id. */
function checkEquality({ ids }: IsolationWorld, operation: Operation, responses: ReadonlyMap<string, Response>): void {
  const compare = (caller: Caller, hidden: Target): void => {
    const [seen, absent] = [responses.get(`${caller} ${hidden}`), responses.get(`${caller} absent`)];
    if (!seen || !absent) return;
    const isMade = seen.outcome === 'ok' && absent.outcome === 'ok';
    const plain = (text: string, target: Target) =>
      (isMade ? withoutNew : String)(withoutIds(text, idsFor(ids, caller, target)));
    const message = `${operation.name} lets ${caller} tell ${hidden} from absent`;
    expect(plain(seen.text, hidden), message).toBe(plain(absent.text, 'absent'));
  };
  for (const caller of ['reader', 'owner', 'outsider', 'boundKey', 'readOnlyKey'] as const) compare(caller, 'foreign');
  compare('foreignOwner', 'own');
  compare('foreignOwner', 'shared');
  if (isAboutOrganization(ids.own, operation)) return;
  for (const caller of siblings) {
    compare(caller, 'own');
    compare(caller, 'shared');
  }
}

const isSibling = (caller: Caller): boolean => (siblings as readonly Caller[]).includes(caller);

/** Reads of an organization that a key bound to one of its projects may do. It gets ID and name, and its own project. */
const readsForBoundKeys = [
  'node(organization)',
  'organization',
  'projects',
  'GET /api/v1/orgs/organizations/{org_id}/',
  'GET /api/v1/orgs/organizations/{org_id}/projects/',
];

/** Checks that every other operation on the organization is refused to keys that are bound to one of its projects. */
function checkBoundKeys({ ids }: IsolationWorld, operation: Operation, responses: ReadonlyMap<string, Response>): void {
  if (!isAboutOrganization(ids.own, operation) || readsForBoundKeys.includes(operation.name)) return;
  for (const caller of [...siblings, 'boundKey'] as const) {
    const outcome = responses.get(`${caller} own`)?.outcome;
    const message = `${operation.name} is open to ${caller}: refuse it, or add it to readsForBoundKeys`;
    expect(outcome, message).toMatch(/^(FORBIDDEN|403|UNAUTHENTICATED|401)$/);
  }
}

/** Whether the request names the organization and no object inside. */
function isAboutOrganization(own: Ids, { request }: Operation): boolean {
  const text = request(own);
  const plain: readonly IdName[] = ['organization', 'email', 'entity', 'user'];
  const names = (Object.keys(own) as IdName[]).filter((name) => !plain.includes(name));
  return text.includes(own.organization) && !names.some((name) => text.includes(own[name]));
}

function withoutIds(text: string, ids: Ids): string {
  let plain = text;
  for (const id of Object.values(ids)) {
    plain = plain.replaceAll(id, '<id>');
    const bare = id.replace(/^(del|pjob|exp|req|ls|rinv)_/, '');
    // Short numbers occur everywhere.
    if (bare !== id && bare.length > 8) plain = plain.replaceAll(bare, '<id>');
  }
  return plain;
}

/** Replaces values that every request generates: ids, secrets and times. */
const withoutNew = (text: string): string =>
  text
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '<new>')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>');

const width = 17;

function toLine(name: string, target: Target, row: Partial<Row>): string {
  const cells = [...callers, ...strangers].map((caller) => (row[caller] ?? '').padEnd(width));
  return `${name.padEnd(46)}${target.padEnd(9)}${cells.join('')}`.trimEnd();
}

/** The header of the table. */
export const tableHead =
  `${'operation'.padEnd(46)}${'target'.padEnd(9)}${[...callers, ...strangers].map((name) => name.padEnd(width)).join('')}`.trimEnd();
