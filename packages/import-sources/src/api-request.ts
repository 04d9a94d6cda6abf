import { setTimeout as delay } from 'node:timers/promises';
import type { ZodType } from 'zod';
import { ImportSourceError } from './import-source.js';

const maxAttempts = 5;

/** Returns the address of a path below a base URL. @throws ImportSourceError if the URL is no web address */
export function toApiAddress(url: string, path: string): URL {
  if (!/^https?:\/\//.test(url) || !URL.canParse(url))
    throw new ImportSourceError('The address must begin with https:// or http://.');
  return new URL(path, url.endsWith('/') ? url : `${url}/`);
}

interface ApiRequest<Body> extends Omit<RequestInit, 'signal'> {
  /** The parts of the body that are read. */
  readonly schema: ZodType<Body>;
  /** Ends the request, and the wait before the next attempt. */
  readonly signal?: AbortSignal | undefined;
  readonly absent?: readonly number[];
}

/**
 * Requests JSON of a memory API, with retries. Follows no redirect, which could send the key to another host.
 * @returns null for a status in `absent`
 * @throws ImportSourceError, which never contains the key; the abort reason of `signal`
 */
export async function requestJson<Body>(
  address: URL,
  { schema, absent = [], signal: stop, ...request }: ApiRequest<Body>,
): Promise<Body | null> {
  for (let attempt = 1; ; attempt += 1) {
    const signal = AbortSignal.any([AbortSignal.timeout(60_000), ...(stop ? [stop] : [])]);
    const response = await fetch(address, { ...request, signal, redirect: 'manual' }).catch(() => null);
    // Null: the connection broke off, as without a response.
    const text = response?.ok ? await response.text().catch(() => null) : null;
    stop?.throwIfAborted();
    if (text !== null) return readBody(text, schema, address);
    const status = response && !response.ok ? response.status : null;
    if (status !== null && absent.includes(status)) return null;
    const isLasting = status !== null && status < 500 && status !== 429;
    if (isLasting || attempt >= maxAttempts)
      throw new ImportSourceError(
        status === null
          ? `${address.host} cannot be reached. Check the address, and that the server runs.`
          : `${address.host} responded with ${status} to a list of memories.`,
      );
    const wait = Number(response?.headers.get('retry-after') ?? 0) * 1_000 || 250 * 2 ** attempt;
    await delay(Math.min(wait, 30_000), undefined, stop && { signal: stop });
  }
}

function readBody<Body>(text: string, schema: ZodType<Body>, { host, pathname }: URL): Body {
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    throw new ImportSourceError(
      `${host} responded to ${pathname} with something other than a list of memories. Check the address.`,
    );
  }
}
