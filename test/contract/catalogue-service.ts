import type { Row } from './catalogue.js';

const config = (title: string) => `config: ${title}`;
const start = (title: string) => `contract/self-hosted-start: ${title}`;

/** Each row and bullet of the service description in order, with further tests besides those that name the row. */
const sentences: readonly (readonly [string, ...string[]])[] = [
  // What the service does.
  ['A memory is scoped by user, agent, app and run'],
  ['Organizations and projects are optional containers'],
  [
    'Only members reach the memories and data inside',
    'rest/boundaries: cannot tell a hidden memory or event from an absent one',
  ],
  ['Organization and project come from the key of each request, through ping'],
  ['A key for one project targets that project', 'rest/boundaries: do not reach further with a key than its project'],
  ['Members have one of two roles, READER or OWNER'],
  ['Projects carry settings'],
  ['Memories are deleted in bulk by filters, asynchronously'],
  ['Webhooks are configured per project and notified of memory events'],
  [
    'A self-hosted server offers the same memories, keys of each user, setup and a live log',
    'contract/self-hosted-browser: sets an installation up in five steps',
    'contract/self-hosted-browser: shows and deletes memories, entities and keys, and shows requests',
  ],
  // Organizations and projects.
  ['Organization: `org_id`'],
  ['Project: `project_id`'],
  ['Project: `name` and `description`, set at creation'],
  ['Project: `custom_categories`, objects of names and descriptions'],
  ['Project: `custom_instructions` steer extraction'],
  ['Project: `agent_custom_instructions`, for memories of agents'],
  [
    'Project: `multilingual` keeps and finds memories in the language of the input',
    'memory/search: searches memories of a multilingual project without English rules',
  ],
  [
    'Project: `decay`, off by default, changes only how the third version of search ranks',
    'memory/decay: has its effect at once when it is switched, changes no memory, and keeps what was noted',
    'packages/memory-engine/decay: goes from 1.5 just after a touch to 0.3 after years',
  ],
  ['A project read answers these fields, or with `fields` the named ones'],
  // Members.
  ['Member: `email`, in bodies and in the query on removal'],
  ['Member: `role`, in bodies and lists'],
  ['Member: `username`, in lists'],
  ['READER: views and searches memories, modifies neither settings nor members'],
  ['OWNER: everything a reader can, and modifies the project and its members'],
  // Filters and webhooks.
  ['Filters `user_id`, `agent_id`, `app_id` and `run_id`, each with `*`'],
  ['Filter `metadata`, as JSON text'],
  ['Organization and project filter'],
  ...['webhook_id', 'name', 'url', 'event_types', 'owner', 'is_active', 'project', 'created_at', 'updated_at'].map(
    (field): [string] => [`Webhook: \`${field}\``],
  ),
  // Records of the self-hosted server.
  [
    'Tables `users`, `api_keys` and `request_logs`, made by the first start',
    'stores/migrate: applies what is missing in order of name and records it as Prisma would',
  ],
  [
    'A key is a prefix, an underscore and a secret, shown once, stored as prefix and bcrypt hash',
    'self-hosted/tables-and-tokens: a key has 48 characters, of which the first 12 are stored, with bcrypt over all of it',
  ],
  ['Keys have a label and can be revoked', 'self-hosted/api-keys: DELETE ends a key at once; again it is 400'],
  ['The log shows status, latency and auth mode of each call'],
  ['Entities are distinct ids with counts; deleting one deletes its memories'],
  [
    'Dashboard, requests: where it opens, live',
    'dashboard/requests: shows calls of another client as they are answered',
    'request-log/request-log: shows each caller what they may see, live and resumed',
  ],
  ['Dashboard, memories: browse and search', 'dashboard/memories: filters by owner, searches and deletes'],
  [
    'Dashboard, entities',
    'dashboard/entities: filters by type and leads to the memories of one',
    'dashboard/entities: deletes one with its memories, once its id is typed',
  ],
  [
    'Dashboard, keys: issue, label, revoke',
    'dashboard/api-keys: makes a bound, read-only key that expires, and shows it once',
    'dashboard/api-keys: revokes a key once its label is typed, and refuses a day that has passed',
  ],
  [
    'Dashboard, configuration: changed at run time, stored, applied again, over the environment',
    'dashboard/configuration: stores another provider with a write-only key, and goes back to the environment',
    'configuration/stored: comes back as it was stored, and shows no key where it lies',
  ],
  [
    'Dashboard, settings: account and session',
    'dashboard/settings: changes the name, also in the frame, and keeps the appearance',
    'dashboard/session: outlives two tabs that reload at once, and ends in all of them with the sign-out',
  ],
  // States and transitions.
  [
    'No admin: the dashboard leads to the setup',
    'dashboard/setup: leads from an empty server to a memory that is found and an app that is connected, and continues after a reload',
    'contract/self-hosted-accounts: are told from an empty installation by setup-status alone',
    'contract/self-hosted-browser: sets an installation up in five steps',
  ],
  [
    'The first account becomes the admin; registration closes; an admin makes further ones',
    'self-hosted/auth: creates the first admin and answers 200 with a token pair; setup-status tells before and after',
  ],
  [
    'The command line makes the first admin with a key, and prints both',
    'contract/self-hosted-start: prints addresses, e-mail, password, key, and a call to try that works as it is printed',
  ],
  ['A project update sets `decay`; only ranking changes'],
  // Endpoints.
  [
    'Authorization on every endpoint; trailing slashes are part of the paths',
    'rest/memories: answers 401 before it looks at the input',
  ],
  ['Add organization member: 201 `{message}`'],
  ['Add organization member: 400 `{errors}` by field'],
  ['Add organization member: 404 `{message}` without the organization'],
  ['List project members: `{members: [{username, role}]}`'],
  ['List project members: `{message}` without the organization or project'],
  ['Update project member role: `{message}`'],
  ['Update project member role: `{message}` to those who may not'],
  ['Update project member role: `{message}` without the organization or project'],
  ['Remove project member, by `email` in the query; the member loses access'],
  ['Remove project member: `{message}` to those who may not, and without the organization or project'],
  [
    'Delete project: all of it, for good; `{message}`',
    'deletion/whole: leaves nothing but the receipt, which tells what was deleted',
  ],
  ['Delete project: `{message}` to those who may not, and without the organization or project'],
  ['Update project settings: any of them; `decay` is a boolean'],
  ['Project read with `fields`; project create with `name` and `description`'],
  ['Delete memories by filter: its parameters'],
  [
    'Delete memories: without a filter a validation error',
    'deletion/rest: refuses what is no filter, and what could be read in a wider way',
  ],
  [
    'Delete memories: a full wipe takes all four ids at `*`',
    'deletion/rest: wipes with four stars only this project, and refuses another organization or project',
  ],
  ['Delete memories: `user_id=*` alone deletes those of every user'],
  ['Delete memories: `{message, event_id}`, in progress'],
  ['Webhooks, list: an array; `{error}` without access'],
  ['Webhooks, create: `url`, `name`, `event_types`, project in the path'],
  ['Webhooks: the other path shape, to list and to create'],
  [
    'Self-hosted: API on port 8888, dashboard on 3000',
    start('is on the ports 8888 and 3000 unless told otherwise, with the dashboard of this machine as the only origin'),
    'http/dashboard: are one page at all of its addresses, which loads nothing from elsewhere and stands in no frame',
    start('says where it answers, and answers on both ports'),
  ],
  ['Self-hosted: `POST /memories`'],
  ['Self-hosted: `POST /configure` takes the bundled providers alone'],
  ['Self-hosted: groups `/auth/*`, `/api-keys`, `/requests`, `/entities`'],
  // Authentication.
  [
    '`Authorization: Token <key>`: the word, one space, the key',
    'rest/memories: answers 401 with detail alone to the key %s',
  ],
  ['Organization and project of a call come from the key'],
  ['Members and settings are for OWNERs; others get the not-allowed message'],
  ['Self-hosted: authentication is on by default, 401 otherwise'],
  ['Self-hosted: `ADMIN_API_KEY` in `X-API-Key`', start('with a shared key: nothing, and the key works at once')],
  ['Self-hosted: an admin by the wizard, and keys of each user'],
  [
    'Self-hosted: `AUTH_DISABLED=true`, with a warning at each start',
    start('with authentication switched off: a warning, each time, and every call is an admin'),
  ],
  [
    'Self-hosted: tokens are signed with `JWT_SECRET`; no start without it; auth endpoints answer 500',
    config('ask for JWT_SECRET only where sessions are signed, and not with authentication disabled'),
  ],
  [
    '`OPENAI_API_KEY`, or the key of another provider',
    start('takes the key of one of three providers for its model, and says nowhere what it is'),
  ],
  [
    '`JWT_SECRET`, required',
    start(
      'is refused without JWT_SECRET, in words that tell how to make one, but not with authentication switched off',
    ),
  ],
  [
    '`ADMIN_API_KEY`, optional',
    start('is refused with an ADMIN_API_KEY of fewer than 16 characters, which is not repeated'),
  ],
  ['`AUTH_DISABLED`, optional'],
  [
    '`DASHBOARD_URL`, the origin for CORS, http://localhost:3000 by default',
    config('take several exact origins for the dashboard'),
  ],
  [
    '`POSTGRES_*`, another database',
    'config-database: select Postgres by POSTGRES_HOST, with any character in the password',
  ],
  // Events.
  [
    'Events `memory_add` and `memory_categorize`, subscribed to by `event_types`',
    'webhook/deliver: tells of additions, changes, deletions and categories in their shapes, to those who asked',
  ],
  ['Bulk deletion answers an `event_id` that identifies it'],
  [
    'The self-hosted server records every call',
    'contract/self-hosted-wire: the request log has every call but preflights, documentation and health, and of each nothing secret',
  ],
  // Errors.
  ['Bad payload of a new organization member: 400 `{errors}`'],
  ['Unknown organization of a new member: 404 `{message}`'],
  [
    'Unknown organization or project: `{message}`',
    'rest/absent: is looked for on every path of the API that names one',
  ],
  ['Caller may not modify members: `{message}`'],
  ['Caller may not delete the project: `{message}`'],
  [
    'No access to the webhooks of a project: `{error}`',
    'webhook/faces: refuse bad input by field, and callers without access with an error',
  ],
  ['Delete memories without a filter: validation error'],
  [
    'Self-hosted, no or wrong credentials: 401',
    'self-hosted/levels: 401 names the scheme in WWW-Authenticate, whatever was sent',
  ],
  [
    'Self-hosted, no `JWT_SECRET`: 500',
    'self-hosted/levels: disabled: acts as the oldest admin, a wrong credential is still 401, and without JWT_SECRET signing in is 500',
  ],
  ['Self-hosted, a provider that is not bundled: 400 before any memory is written'],
  ['Self-hosted, a credential that the provider rejects: 502, which says so'],
  // Limits and versions.
  ['Ports 8888 and 3000'],
  ['`ADMIN_API_KEY` has 16 characters or more'],
  ['Bundled providers; anything else is 400', 'configuration/configure: lists the bundled providers'],
  ['Bulk deletion needs a filter, a full wipe all four'],
  ['Paths carry `/api/v1/` or `/v1/`'],
  ['Self-hosted: clients with a set admin key in `X-API-Key` go on working'],
];

/** The statements of the service description, in order. */
export const serviceRows: readonly Row[] = sentences.map(([text, ...shown], index) => ({
  id: `S${String(index + 1)}`,
  text,
  shown,
}));
