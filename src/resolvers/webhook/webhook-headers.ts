import type { Sealer } from '../../auth/sealed.js';
import { isReservedHeader, type HttpHeader } from '../../webhooks/headers.js';
import { ValidationError } from '../../errors.js';
import type { FieldErrorCollector } from '../../validate.js';

/** A custom header as sent by callers. */
export interface WebhookHeaderInput {
  readonly name: string;
  /** Null or undefined keeps the stored value of the header. */
  readonly value?: string | null | undefined;
}

const headersMax = 20;
const namePattern = /^[\w!#$%&'*+.^`|~-]{1,100}$/;
const valuePattern = /^[\x21-\x7e]([\x20-\x7e]{0,998}[\x21-\x7e])?$/;

/** Validates custom headers: at most 20, unique names, none that the server sets. New webhooks need all values. */
export function readHeaders(
  check: FieldErrorCollector,
  headers: readonly WebhookHeaderInput[],
  isNew: boolean,
): WebhookHeaderInput[] {
  const complain = (text: string) => check.add('headers', text);
  if (headers.length > headersMax) {
    complain(`may have ${headersMax} headers.`);
    return [];
  }
  for (const { name, value } of headers) {
    if (!namePattern.test(name)) complain('A name must have 1 to 100 characters that HTTP allows in header names.');
    else if (isReservedHeader(name)) complain(`The server sets the header ${name} itself.`);
    if (value == null && isNew) complain(`The header ${name} needs a value.`);
    if (value != null && !valuePattern.test(value))
      complain('A value must have 1 to 1,000 visible ASCII characters, with spaces inside only.');
  }
  if (new Set(headers.map(({ name }) => name.toLowerCase())).size < headers.length)
    complain('must not contain a name twice.');
  return headers.map(({ name, value }) => ({ name, value: value ?? null }));
}

export interface SealedHeaders {
  readonly headerNames: readonly string[];
  /** Null without custom headers. */
  readonly headers: Buffer | null;
}

/** Returns what the audit log records of custom headers: names, and a digest of all values. */
export function toAuditedHeaders({ headerNames, headers }: SealedHeaders): object {
  return headers === null ? { headerNames } : { headerNames, headersSecret: headers.toString('base64') };
}

/**
 * Encrypts custom headers. A header without a value keeps its value in `stored`.
 * @throws ValidationError if `stored` lacks that value; UnsealError if the stored values cannot be decrypted
 */
export async function sealHeaders(
  sealer: Sealer,
  given: readonly WebhookHeaderInput[],
  stored: Uint8Array | null,
): Promise<SealedHeaders> {
  const isKept = given.some(({ value }) => value == null);
  const old = isKept && stored ? (JSON.parse(await sealer.open(stored)) as HttpHeader[]) : [];
  const headers = given.map(({ name, value }) => ({ name, value: value ?? findValue(old, name) }));
  return {
    headerNames: headers.map(({ name }) => name),
    headers: headers.length > 0 ? await sealer.seal(JSON.stringify(headers)) : null,
  };
}

function findValue(headers: readonly HttpHeader[], name: string): string {
  const found = headers.find((header) => header.name.toLowerCase() === name.toLowerCase());
  if (!found) throw new ValidationError({ headers: [`The header ${name} needs a value.`] });
  return found.value;
}
