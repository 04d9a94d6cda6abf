import { section, type RowInput } from './self-hosted-row.js';

const access = (title: string) => `contract/self-hosted-access: ${title}`;
const wire = (title: string) => `contract/self-hosted-wire: ${title}`;
const models = (title: string) => `contract/self-hosted-models: ${title}`;
const browser = (title: string) => `contract/self-hosted-browser: ${title}`;
const levels = (title: string) => `self-hosted/levels: ${title}`;
const errors = (title: string) => `self-hosted/errors-and-cors: ${title}`;
const auth = (title: string) => `self-hosted/auth: ${title}`;
const configure = (title: string) => `configuration/configure: ${title}`;
const llm = (title: string) => `providers/llm: ${title}`;

const disabled = levels(
  'disabled: acts as the oldest admin, a wrong credential is still 401, and without JWT_SECRET signing in is 500',
);
const first = access('is the Bearer, whatever key is sent with it, and no other is tried after it');
const modes = access('is recorded as one of five modes, a wrong key as a key');
const nothing = levels('401 names the scheme in WWW-Authenticate, whatever was sent');
const refused = access('may be a token that has run out, is garbled, was signed by others, or is for refreshing');
const shared = access('user: takes users and keys that act as a user; while there is no user, no key acts as one');
const admins = access('admin: refuses a member with 403, and lets the shared key in also while there is no user');
const classes = [
  llm('that %s fails with 502 and a class, without a word of what the provider wrote'),
  configure('answers 502 when the model answers %i, and changes nothing'),
] as const;
const modelClasses = models(
  'is 502 with a class when the model answers %i, with the id of the request, and stores nothing',
);
const logged = wire(
  'the request log has every call but preflights, documentation and health, and of each nothing secret',
);

const accessRows: readonly RowInput[] = [
  ['Level open', null, access('open: asks for no credential')],
  ['Level any', null, access('any: takes a session, a key and the shared key, and refuses only anonymous callers')],
  [
    'Level user; the shared key and `AUTH_DISABLED` act as the oldest user',
    'the oldest admin',
    shared,
    levels('user: the shared admin key acts as the oldest admin, and is anonymous while there is none'),
  ],
  [
    'Level admin; also while there is no user',
    'a bound or read-only key is no admin key',
    admins,
    levels('admin: refuses a member, a bound key and a read-only key'),
  ],
  [
    'First: a Bearer. Other schemes count for nothing; the role comes from the database',
    'a key may be sent as Bearer or Token too',
    first,
    access('may be a key in any of three forms'),
    levels('takes the role from the database, not from the token'),
  ],
  [
    'Second: the shared key in `X-API-Key`',
    null,
    modes,
    access('is a key in X-API-Key where the header Authorization has another scheme, which counts for nothing'),
  ],
  [
    'Third: a key in `X-API-Key`; a wrong one is logged as a key, a blank one is absent',
    null,
    modes,
    access('is a key in X-API-Key where the header Authorization has another scheme, which counts for nothing'),
  ],
  ['Fourth: `AUTH_DISABLED`, for who sent nothing', null, disabled, modes],
  ['Nothing: mode none, 401', null, nothing, modes],
  ['401: nothing sent, with `WWW-Authenticate: Bearer`, only then', 'with every 401', nothing],
  ['401: a token that is bad, garbled or has run out', null, refused],
  ['401: a refresh token in place of an access token', null, refused],
  ['401: the user is gone, or the owner of the key', null, access('may belong to a user who is gone')],
  ['401: a key that is unknown or revoked', null, access('may be an unknown or a revoked key: one answer for both')],
  ['401: level user, and no user', null, shared],
  [
    '500: no JWT_SECRET where one is needed',
    null,
    disabled,
    'contract/self-hosted-accounts: need JWT_SECRET to sign in with: 500 that names it',
  ],
  ['403: no admin', null, admins],
];

const errorRows: readonly RowInput[] = [
  ['400, 401, 403, 404, 409: `{detail}`', null, wire('are nothing but detail for 400, 401, 403, 404 and 409')],
  [
    '404 for an unknown path, 405 for another method',
    '405 with `Allow`',
    errors('404 for an unknown path and 405 for another method of a known one'),
  ],
  [
    '422: a list of `{type, loc, msg, input}`, with `ctx` for ranges',
    'what may be a secret is not repeated',
    wire('are a list of faults for typed input: what, where, in words, and the limits of a range'),
    errors('422 for broken JSON and for a body that is no object'),
    errors('repeats no password in its errors'),
  ],
  [
    '429: `{error}`',
    'with `Retry-After`',
    auth('answers 429 to the sixth attempt of a client within a minute, with Retry-After'),
    browser('reads refusals as well: no session, typed input, too many attempts, and when to come again'),
  ],
  [
    '502: `{detail, code, request_id}`',
    null,
    modelClasses,
    configure('answers 502 when the model answers %i, and changes nothing'),
  ],
  ['500: a plain text', '`{detail, request_id}`', wire('are 500 with nothing but the id of the request for a defect')],
  [
    '502 provider_auth_failed',
    null,
    modelClasses,
    llm('that does not know the key fails with the class provider_auth_failed, and is not asked again'),
  ],
  [
    '502 provider_rate_limited',
    'an addition tries again before',
    configure('answers 502 when the model answers %i, and changes nothing'),
    llm('that is limiting the rate says when to come back'),
  ],
  ['502 provider_timeout', 'an addition tries again before', llm('that is slow fails with the class provider_timeout')],
  ['502 provider_unavailable', 'an addition tries again before', ...classes],
  ['502 provider_bad_request', 'and provider_bad_answer', ...classes],
  [
    '502 datastore_unavailable',
    'with `Retry-After`',
    wire('are 502 with the class datastore_unavailable while the database is away, without a word about where it is'),
  ],
  [
    '502 vector_store_unavailable',
    'the vectors are in the database; there is no other store to be configured',
    configure('answers 400 to %s, before anything is called or stored'),
  ],
  ['502 unknown', null, models('is 502 with the class unknown when it failed for no reason that has a class')],
];

const headerRows: readonly RowInput[] = [
  [
    '`X-Request-ID`: 8 characters, ours alone, on preflights too',
    '16 characters, readable from browsers, on every answer',
    wire('every answer has an id of its own, preflights and refusals too'),
    errors('gives every answer an id of ours'),
  ],
  [
    "CORS: the dashboard's origin, with credentials, all methods and headers, 600 seconds",
    'several origins; others get no CORS headers instead of 400',
    browser('may not send %s from an origin that is not named'),
    errors('lets a browser send %s with credentials and read what it needs'),
    errors('%s passes its preflight'),
  ],
  [
    'Request log: method, path without its query, status, latency, mode',
    'calls of `/requests` too; paths are cut at 512 characters; user, prefix of the key, project, operation and request id beside it',
    logged,
    wire('the shared key and switched-off authentication are shown, and told apart'),
  ],
  [
    'Redaction in `GET /configure`; what is not set is shown as null',
    'the address of the database is not shown at all',
    models('shows a missing key as null, a key that is set as a mark, and the mark for models that need no key'),
    configure('shows what is in force in the form that clients know, with sources and without secrets'),
  ],
  [
    'Limits: register 5, login 10, refresh 20 a minute',
    'refresh counts by session; change-password 10 by user',
    auth('answers 429 to the sixth attempt of a client within a minute, with Retry-After'),
    auth('answers 422 for what is missing, and 429 to the eleventh attempt of a client, with Retry-After'),
    auth('counts 20 a minute by session, not by client'),
  ],
  [
    'No limit of bodies and no timeouts',
    'bodies up to `BODY_LIMIT_BYTES`, else 413',
    wire('are 413 for a body beyond the limit'),
  ],
  [
    'No paging but `top_k` and `limit`',
    'added: `page` and `page_size` for memories, `cursor` for requests',
    'contract/self-hosted-memories: are newest first and the same each time, also among equal times, by number of rows and by page',
    'self-hosted/entities-and-requests: goes on by cursor, filters by status, and takes 1 to 200',
  ],
];

/** Sections 1.1 to 1.3: who may call, errors, headers. */
export const accessSections = [
  ...section('1.1', accessRows),
  ...section('1.2', errorRows),
  ...section('1.3', headerRows),
];
