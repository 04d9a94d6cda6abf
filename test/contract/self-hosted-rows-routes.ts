import { section, type RowInput } from './self-hosted-row.js';

const access = (title: string) => `contract/self-hosted-access: ${title}`;
const accounts = (title: string) => `contract/self-hosted-accounts: ${title}`;
const models = (title: string) => `contract/self-hosted-models: ${title}`;
const more = (title: string) => `contract/self-hosted-memories: ${title}`;
const wire = (title: string) => `contract/self-hosted-wire: ${title}`;
const auth = (title: string) => `self-hosted/auth: ${title}`;
const keys = (title: string) => `self-hosted/api-keys: ${title}`;
const lists = (title: string) => `self-hosted/entities-and-requests: ${title}`;
const configure = (title: string) => `configuration/configure: ${title}`;

const emails = accounts('have a valid email address: 422 wherever an invalid one is sent');
const fields = accounts('are shown in five fields, and a session as three');
const sentBack = configure('changes nothing when a body is sent back as it came');
const faults = configure('answers 400 to %s, before anything is called or stored');
const members = access('admin: refuses a member with 403, and lets the shared key in also while there is no user');

const accountRows: readonly RowInput[] = [
  [
    'GET /auth/setup-status',
    'true while there is no admin',
    accounts('are told from an empty installation by setup-status alone'),
    auth('creates the first admin and answers 200 with a token pair; setup-status tells before and after'),
  ],
  [
    'POST /auth/register',
    'a blank name becomes the part of the address before the @',
    auth('creates the first admin and answers 200 with a token pair; setup-status tells before and after'),
    auth('takes a blank name'),
    auth('answers 400 for a short password before anything else, 403 when it is closed, 422 for what is missing'),
    emails,
  ],
  [
    'POST /auth/login',
    null,
    auth('answers a token pair and notes the time'),
    auth('answers one 401 for an unknown address and for a wrong password'),
    auth('hashes as much for an unknown address as for a known one, so that time tells nothing'),
  ],
  [
    'POST /auth/refresh',
    null,
    auth('answers a new pair'),
    auth('answers 401 for garbage, an access token and a removed user, and 422 for nothing'),
  ],
  [
    'GET /auth/me',
    null,
    fields,
    access('user: takes users and keys that act as a user; while there is no user, no key acts as one'),
  ],
  [
    'PATCH /auth/me',
    null,
    auth('changes name and address; a blank name is ignored'),
    auth('answers 409 for an address in use, 422 for an invalid one, 401 without a credential'),
    emails,
  ],
  [
    'POST /auth/change-password',
    'a wrong current password is 400 to a session, so that its client does not refresh and repeat, and 401 to a key; other sessions end',
    auth('changes it, ends every other session, and leaves this one and the API keys'),
    auth(
      'answers 400 to a session with a wrong current password, so that its client does not refresh and repeat; 401 to a key',
    ),
    auth('answers 400 for a new password below 8 characters and 429 after ten attempts'),
  ],
  [
    'POST /auth/onboarding-complete',
    'nothing is reported to anybody',
    auth('completes the onboarding without telling anybody'),
  ],
  ['A pair of tokens has three fields, a user five', null, fields],
];

const keyRows: readonly RowInput[] = [
  [
    'GET /api-keys',
    'beside it project, read-only and expiry',
    keys('GET answers a bare list of the own keys that are not revoked, newest first'),
    accounts('are shown with when they were used, revoked ones kept and no longer shown'),
  ],
  [
    'POST /api-keys',
    '`project_id`, `read_only` and `expires_at` added; a blank label becomes "unnamed", one beyond 255 characters is 400',
    keys('POST answers 201 with the key, once, in its fixed form'),
    keys('POST takes a blank label, refuses one beyond 255 characters with 400, and none with 422'),
    keys('POST binds a key to a project, makes it read-only and lets it expire'),
  ],
  [
    'DELETE /api-keys/{id}',
    null,
    keys('DELETE ends a key at once; again it is 400'),
    "self-hosted/api-keys: DELETE answers 404 for an unknown key, for an invalid id, and for another user's key",
  ],
  [
    'Keys make and revoke keys of their owner',
    'not bound and read-only ones',
    accounts('make and revoke further keys of their owner, and so does the shared key for the oldest admin'),
    keys('POST binds a key to a project, makes it read-only and lets it expire'),
  ],
];

const requestRows: readonly RowInput[] = [
  [
    'GET /requests',
    'the number of the row is its id',
    lists('shows calls with keys, newest first, wrong keys too; the path without its query'),
    lists('goes on by cursor, filters by status, and takes 1 to 200'),
  ],
  [
    'Shows calls with keys alone',
    'all or other modes with `auth`',
    lists('shows the other modes when asked, by all and by name'),
    wire('the shared key and switched-off authentication are shown, and told apart'),
  ],
];

const entityRows: readonly RowInput[] = [
  [
    'GET /entities',
    '`include_app=true` adds apps',
    lists('GET answers a bare list by type and id, each with its memories; apps only when asked'),
    more('count one memory for each id that it carries, and tell the oldest and the newest'),
  ],
  [
    'DELETE /entities/{type}/{id}',
    'an id with whitespace is 400',
    lists('DELETE deletes every memory that carries the id, and succeeds where there was none'),
    lists('DELETE answers 422 for an unknown type, 400 for an id with blanks'),
    more('are deleted by their name as it is: a star is a name like any other'),
  ],
];

const configurationRows: readonly RowInput[] = [
  [
    'GET /configure',
    'with the source of each value; `vector_store` without an address',
    configure('shows what is in force in the form that clients know, with sources and without secrets'),
    configure('can be read with any credential, and changed by admins'),
  ],
  ['GET /configure/providers', 'local models too', configure('lists the bundled providers')],
  [
    'POST /configure',
    'the model is called first: 502 with a class when it fails',
    models('takes any object, merges it into what is there, and refuses what is no object with 422'),
    configure('names the provider and those that are allowed'),
    faults,
    configure('can be read with any credential, and changed by admins'),
  ],
  [
    'POST /generate-instructions',
    null,
    configure('asks the model for instructions and a message to try'),
    configure('answers 502 with a class when the model fails, and 422 without a use case'),
  ],
  [
    'Trap: in force before it is accepted',
    'called, stored, then in force',
    configure('calls the model first, then stores it with its key encrypted, and uses it from then on'),
    configure('answers 502 when the model answers %i, and changes nothing'),
  ],
  ['Trap: a body that is sent back stores `[redacted]`', 'changes nothing', sentBack],
  [
    'Trap: a former provider leaves its key and server behind',
    'the whole block is replaced; null sets back',
    configure('replaces the whole block when the provider changes: no key, server or temperature is left over'),
  ],
  [
    'Trap: what is stored hides the environment for ever',
    'there is a way back, and sources are shown',
    configure('keeps what is not given, sets back what is null, and goes back to the environment as a whole'),
  ],
  ['Trap: stores and paths can be changed', 'models and instructions alone', faults],
  [
    'Trap: keys are stored in clear',
    'encrypted',
    configure('calls the model first, then stores it with its key encrypted, and uses it from then on'),
    'configuration/stored: comes back as it was stored, and shows no key where it lies',
  ],
  [
    'Trap: one process alone changes',
    'every process within a second',
    'self-hosted/two-gateways: a model that is configured at one is called by the other',
    'configuration/two-processes: is in force in the other: model, key, and instructions',
  ],
];

const healthRows: readonly RowInput[] = [
  [
    'API: `GET /auth/setup-status` and `/docs` are what scripts ask',
    '`/health` and `/ready` beside them',
    wire('needs no credential: setup-status, docs, and the two health checks'),
  ],
  ['Dashboard: GET /api/health', null, wire('needs no credential: setup-status, docs, and the two health checks')],
  [
    'Postgres: pg_isready',
    '`/ready` asks the database, compose.yaml as before',
    'http/operations: say which part is away, and not why; the process itself stays healthy',
    'commands/containers: pins the database, waits for it to be healthy, and offers a second gateway',
  ],
];

/** Sections 1.4 to 1.8: accounts, keys, the request log, entities, configuration. */
export const routeSections = [
  ...section('1.4', accountRows),
  ...section('1.5', keyRows),
  ...section('1.6', requestRows),
  ...section('1.7', [
    ...entityRows,
    [
      'A member sees the entities of others',
      'of the projects that the credential opens',
      members,
      'self-hosted/accounts: are created as READER of the default project, with a password that is shown once, and sign in at once',
    ],
  ]),
  ...section('1.8', configurationRows),
];

/** Section 1.10. */
export const healthSection = section('1.10', healthRows);
