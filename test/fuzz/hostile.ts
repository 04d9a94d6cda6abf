import fc from 'fast-check';

const deep = (depth: number): unknown => JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`);
const nested = (depth: number): unknown => JSON.parse(`${'{"NOT":['.repeat(depth)}{}${']}'.repeat(depth)}`);
const manyKeys = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`key${index}`, index]));

/** Texts that break careless servers: bytes, code points, languages that a text may end up in, lengths, and ids that are paths. */
export const hostileTexts: readonly string[] = [
  ...['', ' ', '\t\n', '\u0000', 'a\u0000b', 'a\ud800b', '\udc00', '\u202eabc\u202c', '\ufeff', '👩‍👩‍👧‍👦', 'e\u0301'.repeat(2_000), 'é', '\uffff'],
  ...["'; DROP TABLE memories; --", "' OR '1'='1", '\\', '$1', '%', '_', '%_%', '$.a ? (@ > 1)', '{"$gt": ""}', '${7*7}', '{{7*7}}', '"quoted', "it's"],
  ...['tea & ! | <-> :*', '(((', '"unbalanced', '-tea OR', 'tea and not (harbour or', 'a:*b', "'"],
  ...['../../etc/passwd', '..%2f..%2f', '%2f', '%00', '%', '%zz', 'a/b', 'a\\b', '*', 'users', '.hidden', '{0192f1c0-0000-7000-8000-000000000000}', '0192F1C0-0000-7000-8000-000000000000'],
  ...['line\r\nset-cookie: a=b', '\u001b[31mred\u001b[0m', '=1+1', '+1', '-1', '@SUM(A1)', '<script>alert(1)</script>', '"><img src=x>'],
  ...['__proto__', 'constructor', 'prototype', 'toString', 'null', 'undefined', 'true', '[object Object]', 'NaN', 'Infinity', '-0', '1e400', '0x10', '1_000', '٣'],
  ...['aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!', 'a@'.repeat(5_000), 'x'.repeat(300), 'x'.repeat(10_000), 'word '.repeat(20_000), `${'a'.repeat(100_000)}!`, 'a@a.'.repeat(25_000), ' '.repeat(100_000)],
  ...['10', '1e9', ' 5 ', 'tea <-> follows', 'a <2> b', '\u2028', '\u200f\u2066rtl\u2069', '\ud83d', 'İ', 'ß'],
  ...['2024-02-30', '0000-00-00', '2024-01-01T25:00:00Z', '+275760-09-13', '-000001-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z', '0001-01-01', '2024-01-01T00:00:00+99:99'],
  // None of these is ever called: they lead to this machine, into networks that nobody routes, or nowhere.
  ...['http://127.0.0.1:9/', 'http://[::1]/', 'http://localhost', 'http://169.254.169.254/latest/', 'http://0x7f.1/', 'file:///etc/passwd', 'javascript:alert(1)', 'https://user:word@hook.invalid/', 'https://', 'http://[::ffff:10.0.0.1]:1/'],
];

/** Numbers at and beyond the bounds of what a server reads them into. */
export const hostileNumbers: readonly number[] = [0, -0, -1, 1, 2, 0.5, 1.5, 100, 200, 201, 1_000, 1_001, 1e9, 2_147_483_647, 2_147_483_648, -2_147_483_649, 2 ** 53, 2 ** 63, 1e21, 1e308, -1e308, 5e-324, 1_700_000_000, 8.64e15];

/** Values of the wrong type, and nests. */
const others: readonly unknown[] = [
  ...[null, true, false, [], {}, [null], [[]], [{}], ['rosa'], { '': '' }, { $gt: 1 }, { 'a.b': 1 }, { AND: [] }, { NOT: [{}] }, { toString: 1 }],
  ...[nested(100), { length: 1e9 }, { then: 1 }, { toJSON: 1 }, { valueOf: null, toString: null }, { NaN: -0 }],
  ...[{ constructor: { prototype: { polluted: true } } }, JSON.parse('{"__proto__": {"polluted": true}}'), deep(90), deep(500), manyKeys, Array.from({ length: 2_000 }, () => 'x')],
];

/** Any text that makes trouble. */
export const hostileText: fc.Arbitrary<string> = fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...hostileTexts) }, { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }) });

/** Any value that makes trouble. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(hostileText, fc.constantFrom(...hostileNumbers), fc.constantFrom(...others));

/** Bodies that are no JSON, or barely. */
export const hostileBody: fc.Arbitrary<string> = fc.constantFrom(
  ...['', 'null', '7', '"text"', '[]', 'true', '{', '{"a":1,}', "{'a':1}", '\ufeff{}', '{"a":NaN}', '{"a":1e400}', '{"a":-0}', '\u0000', '{"user_id":"rosa","user_id":"kay"}'],
  ...['{"__proto__":{"a":1}}', '{"constructor":{"prototype":{"a":1}}}', '[1', '//', `${'['.repeat(100_000)}${']'.repeat(100_000)}`, `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`, `{"filters":${'{"NOT":['.repeat(100)}{}${']}'.repeat(100)}}`],
  ...['{"user_id":"\\ud800"}', '{"user_id":"\\u0000"}', '{"__proto__":null}', '{"a":1}{"a":2}', '\ufffd', `{"text":"${'e\u0301'.repeat(300_000)}","user_id":"rosa"}`, `{"text":"${'x'.repeat(3_000_000)}"}`],
);

/** Parts of a path as they stand in it. Those that a client would resolve to another path are missing. */
export const hostileSegments: readonly string[] = ['%00', '%zz', '%', '%2', '%ff', '%c0%af', '%ed%a0%80', '%2F', '..%2f..%2f', '%252f', '%0d%0a', 'a;b=c', '*', '%u0000', "'", '+', '%20', 'x'.repeat(1_025), 'x'.repeat(10_000)];

/** Parameters of an address that callers repeat, nest, or have made up. */
export const hostileQueries: readonly string[] = ['page=1&page=2', 'limit=1&limit=x', 'user_id=rosa&user_id=kay', 'user_id[]=rosa', 'user_id[$ne]=x', '__proto__=1', 'constructor[prototype]=1', '%=1', 'page=%', 'a=%zz', '=', '&&&', 'query=%ff', 'page=1%00', 'page_size=1e400', 'top_k=NaN', `x=${'y'.repeat(10_000)}`];

/** Headers that clients, proxies and attackers send. */
export const hostileHeaders: readonly Readonly<Record<string, string>>[] = [
  ...[{ 'user-agent': '\u001b[31mred\u001b[0m' }, { 'user-agent': 'x'.repeat(8_000) }, { 'user-agent': '\u00ff\u00fe' }, { 'user-agent': "'; DROP TABLE request_logs; --" }, { 'x-request-id': '../../x' }, { 'x-request-id': 'x'.repeat(5_000) }],
  ...[{ 'content-type': 'text/plain' }, { 'content-type': 'application/json; charset=utf-16' }, { 'content-type': 'application/json;;=' }, { 'content-type': 'multipart/form-data; boundary=' }, { 'content-type': '' }, { 'content-type': 'application/xml' }],
  ...[{ accept: 'text/html' }, { accept: 'application/problem+json;q=NaN' }, { 'accept-encoding': 'zip;q=9' }, { 'accept-language': '*' }, { 'mem0-user-id': 'a\u0000b' }, { 'x-forwarded-for': '::ffff:1.2.3.4, x, 999.1.1.1' }, { 'x-forwarded-proto': 'javascript' }],
  ...[{ origin: 'null' }, { origin: 'https://evil.invalid' }, { range: 'bytes=0-0,-1' }, { 'if-none-match': '*' }, { 'content-encoding': 'gzip' }, { 'last-event-id': '-1' }, { cookie: '__proto__=1; =; a' }, { 'x-http-method-override': 'DELETE' }, { 'transfer-encoding': 'identity' }],
  ...[{ 'idempotency-key': 'a-good-key' }, { 'idempotency-key': 'another-key' }, { 'idempotency-key': 'short' }, { 'idempotency-key': '' }, { 'idempotency-key': 'x'.repeat(1_025) }, { 'idempotency-key': 'bad\u0000key-x' }, { 'idempotency-key': 'Ünïcode-key-1' }],
];
