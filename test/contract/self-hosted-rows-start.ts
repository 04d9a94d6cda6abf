import { section, type RowInput } from './self-hosted-row.js';

const start = (title: string) => `contract/self-hosted-start: ${title}`;
const accounts = (title: string) => `contract/self-hosted-accounts: ${title}`;
const tables = (title: string) => `self-hosted/tables-and-tokens: ${title}`;
const columns = tables('%s has the documented columns');
const sessions = (title: string) => `auth/sessions: ${title}`;
const imported = 'import/memories: keep id, text, hash, owners, dates and the metadata of their callers';
const unknown = start(
  'takes no notice of names for what does not exist here, but for POSTGRES_COLLECTION_NAME, which is refused',
);
const outs = start('without a user and without a key: the three ways out, until there is one');
const short = start('is refused with an ADMIN_API_KEY of fewer than 16 characters, which is not repeated');
const lives = tables('are HS256, good for 30 minutes and 30 days, and told apart by their type');

const tableRows: readonly RowInput[] = [
  ['`users`', 'any number of admins', columns, tables('more than one user may be an admin')],
  ['`api_keys`', 'more columns', columns],
  ['`request_logs`', 'the id is a number; more columns', columns],
  ['`settings`', null, columns, 'configuration/configure: never shows the other rows of the table'],
  [
    '`refresh_token_jtis`',
    'swept when it has run out',
    columns,
    sessions('is swept away when none of its tokens can be used any more, and not before'),
  ],
  [
    '`alembic_version`',
    'migrations have a table of their own; `/ready` waits for them',
    'http/operations: are not ready with a migration to come',
  ],
];

const memoryTableRows: readonly RowInput[] = [
  [
    '`memories`: a vector and one payload',
    'columns; `import` reads theirs',
    imported,
    'import/memories: get their vectors from a job after the import, which shows the true total',
  ],
  [
    '`memories_entities`',
    'ids of owners are counted from the memories',
    'contract/self-hosted-memories: count one memory for each id that it carries, and tell the oldest and the newest',
  ],
  [
    '`history`, in a file',
    'in the database',
    'self-hosted/memories: history: oldest first, outlives the memory, empty for an unknown id, 404 for a malformed one',
  ],
  [
    '`messages`: the last ten of each scope',
    'messages stand with the memory that was made of them',
    'rest/older-forms: come with what they were made of, also when its name holds a slash',
  ],
];

const secretRows: readonly RowInput[] = [
  [
    'A key: `m0sk_` and 43 characters',
    null,
    tables('a key has 48 characters, of which the first 12 are stored, with bcrypt over all of it'),
    'self-hosted/api-keys: POST answers 201 with the key, once, in its fixed form',
  ],
  [
    'Its first 12 characters are stored',
    null,
    tables('a key has 48 characters, of which the first 12 are stored, with bcrypt over all of it'),
  ],
  [
    'bcrypt over the whole key',
    'met once; a SHA-256 finds the key',
    'auth/authenticate: meets bcrypt once, and the database again only after some seconds',
  ],
  [
    'The shared key, compared in constant time',
    '16 characters or more',
    'auth/secrets: are compared whatever their lengths',
    short,
  ],
  [
    'Passwords: bcrypt, 8 characters or more',
    'up to 128, all of which count; other sessions end with a change',
    tables('a password is stored as bcrypt'),
    accounts('have a password of 8 to 128 characters, of which every one counts'),
    'auth/secrets: count to the last byte beyond the 72 that bcrypt looks at',
  ],
];

const tokenRows: readonly RowInput[] = [
  ['HS256 with JWT_SECRET', null, lives],
  [
    'Access: 30 minutes',
    'its kind stands in the header, the role nowhere; it ends with its session',
    lives,
    tables('say who, and the refresh token its row'),
    'self-hosted/auth: ends with a logout: neither token is good any more',
  ],
  ['Refresh: 30 days, with a row', null, lives, tables('say who, and the refresh token its row')],
  [
    'Each refresh consumes its token; of several at once one wins',
    'all get the same new pair',
    tables('a refresh consumes its token; of ten at once all hold the same new pair'),
  ],
  [
    'A used token is 401',
    'after 20 seconds, and ends its session',
    sessions('answers the immediate predecessor with the same pair for 20 seconds'),
    sessions('ends as a whole when a token is replayed after the grace'),
  ],
  ['No logout', '`POST /auth/logout`', 'self-hosted/auth: ends with a logout: neither token is good any more'],
  [
    'Each refresh begins 30 new days',
    null,
    accounts('begin a new 30 days with each refresh'),
    sessions('lasts 30 days from the last refresh'),
  ],
  [
    'Of several first admins one wins',
    null,
    'self-hosted/auth: lets one of several attempts at once succeed',
    'user/bootstrap: creates one admin, even if all who try have found none',
  ],
];

const environmentRows: readonly RowInput[] = [
  [
    '`JWT_SECRET`: no start without it',
    'nor with one that can be guessed; the first start writes one into .env',
    start(
      'is refused without JWT_SECRET, in words that tell how to make one, but not with authentication switched off',
    ),
    'e2e/first-start: writes .env with a random JWT_SECRET for its owner alone, says so, and uses it from then on',
  ],
  [
    '`AUTH_DISABLED`: 1, true, yes, on',
    null,
    start(
      'is refused without JWT_SECRET, in words that tell how to make one, but not with authentication switched off',
    ),
  ],
  ['`ADMIN_API_KEY`', '16 characters or more', short, start('with a shared key: nothing, and the key works at once')],
  [
    '`DASHBOARD_URL`',
    'several with commas',
    start('is on the ports 8888 and 3000 unless told otherwise, with the dashboard of this machine as the only origin'),
    'config: take several exact origins for the dashboard',
  ],
  [
    '`OPENAI_API_KEY`, `ANTHROPIC_API_KEY`, `GOOGLE_API_KEY`',
    'none is needed',
    start('takes the key of one of three providers for its model, and says nowhere what it is'),
  ],
  [
    '`MEM0_DEFAULT_LLM_MODEL`, `MEM0_DEFAULT_EMBEDDER_MODEL`',
    '`LLM_MODEL`, `EMBEDDER_MODEL`',
    start('takes the key of one of three providers for its model, and says nowhere what it is'),
  ],
  [
    '`POSTGRES_*`',
    '`POSTGRES_HOST` selects Postgres, without it the database is embedded; `POSTGRES_COLLECTION_NAME` is refused',
    'config-database: select Postgres by POSTGRES_HOST, with any character in the password',
    unknown,
  ],
  ['`APP_DB_NAME`', 'there is one database', unknown],
  ['`HISTORY_DB_PATH`', 'the history is in the database', unknown],
  [
    '`MEM0_TELEMETRY`',
    'nothing is reported to anybody',
    unknown,
    start('nothing is reported to anybody: no variable switches that, and no provider is called'),
  ],
  ['`MEM0_TELEMETRY_STATE_PATH`', 'the same', unknown],
  [
    '`REQUEST_LOG_RETENTION_DAYS`: 30',
    'a running server keeps to it too',
    start('keeps no call longer than 30 days, or as long as it is told'),
    'self-hosted/commands: is done by a running server as well',
  ],
  [
    '`NEXT_PUBLIC_API_URL`, `NEXT_PUBLIC_INSTANCE_NAME`',
    "the API answers under the dashboard's origin",
    unknown,
    start('says where it answers, and answers on both ports'),
  ],
  ['`API_INTERNAL_URL`', 'the same', unknown, start('says where it answers, and answers on both ports')],
];

const commandRows: readonly RowInput[] = [
  [
    'up: refuses ports that are taken, waits, prints both addresses',
    '`npm start`, or `docker compose up -d`',
    start('is refused where the port of %s is taken, and leaves the other one free'),
    start('says where it answers, and answers on both ports'),
    'commands/containers: pins the database, waits for it to be healthy, and offers a second gateway',
  ],
  [
    'bootstrap: from nothing to a key',
    'also beside a running server',
    'e2e/commands: bootstrap prints one object alone, whose key works at once, and refuses politely the second time',
  ],
  [
    'seed: account, key, a call to try; as JSON; two ways out when there is an admin',
    'part of bootstrap, which leaves an installation with an admin alone',
    start('prints addresses, e-mail, password, key, and a call to try that works as it is printed'),
    'commands/start-messages: explains both ways on when there is an admin, and exits with 1',
  ],
  [
    'reset-admin-password: 0, 1, 2; for any user',
    'sessions end; `--json`',
    'self-hosted/commands: sets the password, ends the sessions and exits with 0; JSON stands alone on stdout',
    'self-hosted/commands: exits with 1 for an unknown address',
    'self-hosted/commands: exits with 2 for missing and wrong arguments and for a short password',
  ],
  [
    'prune-logs: count and moment; whole days from 1',
    '`--json`',
    'self-hosted/commands: removes what is older and tells how much and until when',
    'self-hosted/commands: refuses what is no whole number from 1 with exit code 2, and removes nothing',
  ],
  [
    'health, logs, down, clean',
    '`/health`, and docker compose',
    'commands/containers: asks the server itself whether it is healthy',
  ],
];

const saidRows: readonly RowInput[] = [
  [
    'Said first: authentication is switched off, at each start',
    null,
    start('with authentication switched off: a warning, each time, and every call is an admin'),
  ],
  ['Said: the shared key is short', 'no start', short],
  ['Said: no shared key and no user, with three ways out', null, outs],
  [
    'Said: reports are on',
    'there are none',
    start('nothing is reported to anybody: no variable switches that, and no provider is called'),
  ],
  [
    'Said after the first memory: where to see it',
    null,
    start('after the first memory: one line that points at the dashboard'),
  ],
  [
    'The ports 8888 and 3000',
    null,
    start('is on the ports 8888 and 3000 unless told otherwise, with the dashboard of this machine as the only origin'),
  ],
];

/** Sections 2 and 3: what is stored, the environment, the start, commands. */
export const startSections = [
  ...section('2.1', tableRows),
  ...section('2.2', memoryTableRows),
  ...section('2.3', secretRows),
  ...section('2.4', tokenRows),
  ...section('3', [...environmentRows, ...commandRows, ...saidRows]),
];
