import { serviceRows } from './catalogue-service.js';
import { testsNaming } from './naming-tests.js';

/** A statement of the hosted API's documentation, and the tests that cover it. */
export interface Row {
  /** Number in the index of operations, or `S` and a number for a statement about the service. */
  readonly id: string;
  readonly text: string;
  /** `file: title`, with the file under test/ without `.test.ts`. Empty: not covered, with the reason in `note`. */
  readonly shown: readonly string[];
  readonly note?: string;
}

const client = (title: string) => `contract/mem0ai-client: ${title}`;
const one = client('rows 11, 12, 13 and 14: reads, updates and deletes a memory, and reads its history');
const memories = (title: string) => `rest/memories: ${title}`;
const lists = (title: string) => `rest/memory-lists: ${title}`;
const older = (title: string) => `rest/older-forms: ${title}`;
const deletion = (title: string) => `deletion/rest: ${title}`;
const entities = (title: string) => `rest/entities: ${title}`;
const organizations = (title: string) => `rest/organizations: ${title}`;
const profiles = (title: string) => `profile/faces: ${title}`;
const exported = 'export/mem0ai-client: rows 30 and 31: exports memories in the shape of a schema';
const profiled = 'export/mem0ai-client: rows 60 to 64: orders, follows and reads profiles, and sets how they are made';
const hooks = 'webhook/faces: create, list, change and delete webhooks, in the documented shape';
const hookErrors = 'webhook/faces: refuse bad input by field, and callers without access with an error';
const organizationPath = '/api/v1/orgs/organizations/';
const members = [
  organizations('are added, listed, given another role and removed'),
  organizations('are refused in the documented forms'),
];
const created = organizations('are created, listed and read');
const project = organizations('are created, changed, read and deleted');

const row = (id: number, text: string, ...shown: string[]): Row => ({ id: String(id), text, shown });

/** Operations of the hosted API by their index number. */
const operations: readonly Row[] = [
  row(
    1,
    'GET /v1/ping/',
    client('row 1: pings'),
    memories('says what the key opens, with and without a trailing slash and with two at the front'),
  ),
  row(
    2,
    'POST /v3/memories/add/',
    client('row 2: adds messages as they stand'),
    client('rows 2 and 29: adds messages for extraction, whose event can be followed'),
  ),
  row(
    3,
    'POST /v1/memories/',
    older('answers a list'),
    older('answers results and relations to callers who ask for the second version'),
  ),
  row(
    4,
    'POST /v3/memories/search/',
    client('row 4: searches, with filters in both spellings'),
    lists('finds what fits, best first, with a score and nothing else than the fields asked for'),
  ),
  row(5, 'POST /v2/memories/search/', older('answer a bare list; the second version takes filters, the first ids')),
  row(6, 'POST /v1/memories/search/', older('answer a bare list; the second version takes filters, the first ids')),
  row(
    7,
    'POST /v3/memories/',
    client('row 7: lists to the last row'),
    lists('is walked to its last row, and there is no page behind it'),
  ),
  row(8, 'POST /v2/memories/', older('answer a bare list')),
  row(
    9,
    'GET /v1/memories/',
    older('answer a bare list'),
    older('answer an envelope to a page number with a page size'),
  ),
  row(
    10,
    'GET /v1/memories/{entity_type}/{entity_id}/',
    older('come with what they were made of, also when its name holds a slash'),
  ),
  row(11, 'GET /v1/memories/{memory_id}/', one, memories('is read in full')),
  row(12, 'PUT /v1/memories/{memory_id}/', one, memories('refuses a change of nothing, and of what is immutable')),
  row(13, 'DELETE /v1/memories/{memory_id}/', one, memories('is changed, deleted, and its history stays')),
  row(14, 'GET /v1/memories/{memory_id}/history/', one, memories('is changed, deleted, and its history stays')),
  row(
    15,
    'GET /v1/memories/events/',
    'feedback/feedback: holds what happened in the project, newest first, by page and by cursor',
  ),
  row(16, 'DELETE /v1/memories/', deletion('answers at once with an event that succeeds, and deletes what fits')),
  row(17, 'PUT /v1/batch/', deletion('changes and deletes by ids, counting only those that are there')),
  row(18, 'DELETE /v1/batch/', deletion('changes and deletes by ids, counting only those that are there')),
  row(19, 'GET /v1/entities/', client('row 19: lists entities'), lists('lists entities with their memories counted')),
  row(20, 'GET /v1/entities/filters/', entities('names event types, categories, users and parameters')),
  row(21, 'DELETE /v1/entities/{entity_type}/{entity_id}/', deletion('works by name and by number')),
  row(
    22,
    'GET /v2/entities/{entity_type}/{entity_id}/',
    entities('answers a list of one'),
    entities('answers 404 for an unknown name and 400 for an unknown type'),
  ),
  row(23, 'DELETE /v2/entities/{entity_type}/{entity_id}/', deletion('works by name and by number')),
  row(24, 'POST /v1/users/', entities('records a user before anything is remembered for it')),
  row(25, 'POST /v1/agents/', entities('records one of type %s with what it is called')),
  row(26, 'POST /v1/apps/', entities('records one of type %s with what it is called')),
  row(27, 'POST /v1/runs/', entities('records one of type %s with what it is called')),
  row(28, 'GET /v1/events/', memories('accepts messages for extraction and shows the event until it is done')),
  row(
    29,
    'GET /v1/event/{event_id}/',
    client('rows 2 and 29: adds messages for extraction, whose event can be followed'),
    lists('refuses ids that are none, and does not find absent ones'),
  ),
  row(30, 'POST /v1/exports/', exported),
  row(31, 'POST /v1/exports/get/', exported),
  row(32, 'POST /v1/summary/', profiles('are a list of one, or of none')),
  row(33, 'POST /v1/feedback/', 'export/mem0ai-client: row 33: gives feedback and takes it back'),
  row(34, 'GET /v1/stats/', 'statistics/statistics: count what is there and what was done'),
  row(35, `GET ${organizationPath}`, created),
  row(
    36,
    `POST ${organizationPath}`,
    created,
    organizations('are refused without a name, and not found when they are hidden'),
  ),
  row(37, `GET ${organizationPath}{org_id}/`, created),
  row(38, `DELETE ${organizationPath}{org_id}/`, deletion('deletes an organization for its OWNER')),
  row(39, `GET ${organizationPath}{org_id}/members/`, ...members),
  row(40, `POST ${organizationPath}{org_id}/members/`, ...members),
  row(41, `PUT ${organizationPath}{org_id}/members/`, ...members),
  row(42, `DELETE ${organizationPath}{org_id}/members/`, ...members),
  row(43, `GET ${organizationPath}{org_id}/projects/`, project),
  row(44, `POST ${organizationPath}{org_id}/projects/`, project),
  row(
    45,
    `GET ${organizationPath}{org_id}/projects/{project_id}/`,
    client('rows 45 and 46: reads and updates its project'),
    project,
  ),
  row(
    46,
    `PATCH ${organizationPath}{org_id}/projects/{project_id}/`,
    client('rows 45 and 46: reads and updates its project'),
    organizations('refuse bad settings'),
  ),
  row(47, `DELETE ${organizationPath}{org_id}/projects/{project_id}/`, project),
  row(48, `GET ${organizationPath}{org_id}/projects/{project_id}/members/`, ...members),
  row(49, `POST ${organizationPath}{org_id}/projects/{project_id}/members/`, ...members),
  row(50, `PUT ${organizationPath}{org_id}/projects/{project_id}/members/`, ...members),
  row(51, `DELETE ${organizationPath}{org_id}/projects/{project_id}/members/`, ...members),
  row(52, 'GET /api/v1/webhooks/projects/{project_id}/', hooks, hookErrors),
  row(53, 'POST /api/v1/webhooks/projects/{project_id}/', hooks, hookErrors),
  row(54, 'PUT /api/v1/webhooks/{webhook_id}/', hooks),
  row(55, 'DELETE /api/v1/webhooks/{webhook_id}/', hooks),
  row(56, 'GET /api/v1/webhooks/{project_id}/webhook/', hooks),
  row(57, 'POST /api/v1/webhooks/{project_id}/webhook/', hooks),
  row(58, 'PUT /api/v1/webhooks/{webhook_id}/webhook/', hooks),
  row(59, 'DELETE /api/v1/webhooks/{webhook_id}/webhook/', hooks),
  row(60, 'GET /v2/entities/user/{entity_id}/profile/', profiled, profiles('are ordered, followed and read')),
  row(61, 'POST /v2/profiles/jobs/', profiled, profiles('are sampled')),
  row(62, 'GET /v2/profiles/jobs/{job_id}/', profiled, profiles('are ordered, followed and read')),
  row(63, 'GET /v2/profiles/settings/', profiled, profiles('have settings, of which only those change that are sent')),
  row(64, 'POST /v2/profiles/settings/', profiled, profiles('have settings, of which only those change that are sent')),
];

/** Every row: operations, then statements about the service. Tests that name the row come first. */
export const catalogue: readonly Row[] = [...operations, ...serviceRows].map((each) => ({
  ...each,
  shown: [...testsNaming(each.id), ...each.shown],
}));

/** The table of docs/evidence/hosted-api.md. */
export function catalogueTable(): string {
  const line = ({ id, text, shown, note }: Row) =>
    `| ${id} | ${/^[A-Z]+ \//.test(text) ? `\`${text}\`` : text} | ${[...shown.map((name) => name.replace(/\|/g, '\\|')), ...(note ? [`*${note}*`] : [])].join('; ')} |`;
  return ['| Row | Operation or sentence | Shown by |', '|---|---|---|', ...catalogue.map(line)].join('\n');
}
