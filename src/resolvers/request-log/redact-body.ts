import { redactSecrets } from '@memory-gateway/memory-engine';
import { redactCredentials } from '../../redact.js';

const mark = '[redacted]';
/** Characters of a value, and of what stands before it, that are read together. */
const labelMax = 200;
/** Times, IDs, and numbers that are too short for a code. Most values of responses are such. */
const plain = /^(?:\d{4}-\d\d-\d\dT[\d:.]+Z|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|-?\d{0,2}(?:\.\d+)?)$/;
const secretName =
  /pass(word|phrase|wd)|secret|token(?!s$)|api[-_]?key|authorization|credential|cookie|private[-_]?key|signature|^otp$|^pin$/i;
/** A secret that is written into a GraphQL document, JSON inside of a text, or a query string. */
const inText =
  /((?:pass(?:word|phrase)|secret|token|api[-_]?key|authorization|credential|cookie)\w{0,80}\\?"?\s*[:=]\s*(?:\\?["']){1,3})((?:(?!\\?["'])[\s\S])+)/gi;
/** IDs of this server, which look random. Those of the first organization and project have another form. */
const ownId = /((?<![\w-])(?:proj|org|wh|ls)_(?:[\w-]{22}|[0-9a-f]{32})(?![\w-]))/;

/** Cursors, and digests of texts of memories, which look random too. */
const isOwn = (key: string, value: string) =>
  /^(after|before|cursor|(start|end|next_?)cursor)$/i.test(key) || (key === 'hash' && /^[0-9a-f]{32}$/.test(value));

const hideNamed = (text: string) => redactCredentials(text.replace(inText, `$1${mark}`));

const hideSecrets = (text: string) =>
  text
    .split(ownId)
    .map((part, index) => (index % 2 === 0 ? redactSecrets(part) : part))
    .join('');

/** Removes what looks like a credential from a text. */
const redactText = (text: string): string => hideSecrets(hideNamed(text));

/** Removes credentials from the values of a query string. */
export function redactUrl(url: string): string {
  return redactCredentials(url).replace(/([?&][^=&#]{0,200})=([^&#]+)/g, (whole, name: string, value: string) => {
    const text = decode(value);
    return secretName.test(name.slice(1)) || redactText(text) !== text ? `${name}=${mark}` : whole;
  });
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value.replaceAll('+', ' '));
  } catch {
    return value;
  }
}

// The rules for texts would take the names of fields for those of secrets.
function redactDocument(document: string): string {
  const literal = /"""[\s\S]*?"""|"(?:[^"\\]|\\.)*"/g;
  return hideNamed(document).replace(literal, (text) => hideSecrets(text));
}

/** Removes credentials from a parsed JSON body: values of fields that are named like one, and what looks like one in any text. */
export function redactBody(value: unknown): unknown {
  if (typeof value === 'string') return redactString(value);
  if (Array.isArray(value)) return redactList(value);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value);
  // Headers as a list of names and values.
  const [, name] = fields.find(([key, inner]) => /^(name|key)$/i.test(key) && typeof inner === 'string') ?? [];
  return Object.fromEntries(
    fields.map(([key, inner]) => {
      const label = /^value$/i.test(key) && typeof name === 'string' ? name : key;
      const isSecret = secretName.test(label) && inner !== null && typeof inner !== 'boolean';
      return [redactText(key), isSecret ? mark : redactLabelled(label, inner)];
    }),
  );
}

function redactList(values: readonly unknown[]): unknown[] {
  let label = '';
  return values.map((value) => {
    const redacted = redactLabelled(label, value);
    if (typeof value === 'string') label = `${label} ${value}`.slice(-labelMax);
    return redacted;
  });
}

/** Removes credentials from a value. What stands before it, the name of its field or a text in its list, can make it a secret: "door code". */
function redactLabelled(label: string, value: unknown): unknown {
  if (typeof value !== 'string' && typeof value !== 'number') return redactBody(value);
  const text = String(value);
  if (plain.test(text)) return value;
  if (isOwn(label, text)) return redactCredentials(text);
  const redacted = redactBody(value);
  const isRead = redacted !== value || label === '' || text.length > labelMax;
  return isRead || redactText(`${label}: ${text}`).endsWith(text) ? redacted : mark;
}

/** Removes credentials from a text that may be JSON, as a response is. The rules for texts would take its field names and IDs for secrets. */
export function redactString(text: string): string {
  try {
    return /^\s*[{[]/.test(text) ? JSON.stringify(redactBody(JSON.parse(text))) : redactText(text);
  } catch {
    return redactText(text);
  }
}

/** Removes credentials from the body of a GraphQL request. */
export function redactOperation(body: object): unknown {
  const { query, ...rest } = body as { readonly query?: unknown };
  const others = redactBody(rest) as object;
  return typeof query === 'string' ? { query: redactDocument(query), ...others } : others;
}
