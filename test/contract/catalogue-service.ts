import type { Row } from './catalogue.js';

const organizations = (title: string) => `rest/organizations: ${title}`;
const deletion = (title: string) => `deletion/rest: ${title}`;
const accounts = (title: string) => `self-hosted/accounts: ${title}`;
const memories = (title: string) => `self-hosted/memories: ${title}`;
const hooks = 'webhooks/faces: create, list, change and delete webhooks, in the documented shape';

const sentences: readonly (readonly [string, ...string[]])[] = [
  ['Organization and project come from the key, through ping', 'rest/spine: says what the key opens, with and without a trailing slash and with two at the front'],
  ['A key for one project targets that project', 'rest/boundaries: do not reach further with a key than its project', 'rest/entities: works with a key for all projects, and is refused to a key for one'],
  ['Only members reach what is inside', 'rest/boundaries: cannot tell a hidden memory or event from an absent one'],
  ['READERs view and search, OWNERs change and manage', organizations('let READERs look and nothing more')],
  ['Projects carry categories, instructions, agent instructions, multilingual and decay', organizations('are created, changed, read and deleted'), organizations('refuse bad settings')],
  ['A project read can be limited with `fields`', organizations('are created, changed, read and deleted')],
  ['Adding an organization member: 201, 400 by field, 404', organizations('are added, listed, given another role and removed'), organizations('are refused in the documented forms')],
  ['Project members are listed, given another role and removed by e-mail', organizations('are added, listed, given another role and removed'), 'resolvers/member: must be users to be added, and members to be changed or removed'],
  ['Deleting a project removes everything inside', 'deletion/whole: leaves nothing but the receipt, which tells what was deleted'],
  ['Bulk deletion runs in the background and answers a message and an event', deletion('answers at once with an event that succeeds, and deletes what fits')],
  ['Bulk deletion without a filter is refused', deletion('refuses what is no filter, and what could be read in a wider way')],
  ['A full wipe takes all four filters at `*`', deletion('wipes with four stars only this project, and refuses another organization or project')],
  ['Webhooks: fields, list, create, both path shapes', hooks],
  ['Webhooks: no access answers `{error}`', 'webhooks/faces: refuse bad input by field, and callers without access with an error'],
  ['Webhook events `memory_add` and `memory_categorize`', 'webhooks/deliver: tells of additions, changes, deletions and categories in their shapes, to those who asked'],
  ['`Authorization: Token <key>` on every endpoint; 401 otherwise', 'rest/spine: answers 401 with detail alone to the key %s', 'rest/spine: answers 401 before it looks at the input'],
  ['Self-hosted: the same memories over REST', memories('infer=false stores each message that is not from the system, as it stands'), memories('scoped: shows what is set alone, newest first, without scores')],
  ['Self-hosted: tables users, api_keys, request_logs', 'self-hosted/tables-and-tokens: a password is stored as bcrypt'],
  ['Self-hosted: keys have a prefix, are shown once and stored as bcrypt', 'self-hosted/tables-and-tokens: a key has 48 characters, of which the first 12 are stored, with bcrypt over all of it', 'self-hosted/api-keys: POST answers 201 with the key, once, in its fixed form'],
  ['Self-hosted: keys have a label and can be revoked', 'self-hosted/api-keys: DELETE ends a key at once; again it is 400'],
  ['Self-hosted: the audit log shows status, latency and auth mode', 'self-hosted/entities-and-requests: shows calls with keys, newest first, wrong keys too; the path without its query'],
  ['Self-hosted: entities with counts; deleting one deletes its memories', 'self-hosted/entities-and-requests: GET answers a bare list by type and id, each with its memories; apps only when asked', 'self-hosted/entities-and-requests: DELETE deletes every memory that carries the id, and succeeds where there was none'],
  ['Self-hosted: the first account becomes admin, then registration closes', 'self-hosted/auth: creates the first admin and answers 200 with a token pair; setup-status tells before and after', 'self-hosted/auth: answers 400 for a short password before anything else, 403 when it is closed, 422 for what is missing'],
  ['Self-hosted: further accounts are provisioned by an admin', accounts('are created as READER of the default project, with a password that is shown once, and sign in at once')],
  ['Self-hosted: ADMIN_API_KEY in `X-API-Key`', 'self-hosted/levels: user: the shared admin key acts as the oldest admin, and is nobody while there is none'],
  ['Self-hosted: AUTH_DISABLED; auth endpoints without JWT_SECRET answer 500', 'self-hosted/levels: disabled: acts as the oldest admin, a wrong credential is still 401, and without JWT_SECRET signing in is 500'],
  ['Self-hosted: JWT_SECRET is needed to start', 'config: ask for JWT_SECRET only where sessions are signed, and not with authentication disabled'],
];

/** What the description of the service says beside its operations, in its order. */
export const serviceRows: readonly Row[] = sentences.map(([text, ...shown], index) => ({ id: `S${String(index + 1)}`, text, shown }));
