import type { AppContext } from '../../context.js';
import { ValidationError } from '../../errors.js';
import type { FieldErrorCollector } from '../../validate.js';

/** Checks the form of `url`, without resolving its name. @returns the URL, empty if it is none */
export function readReceiverUrl({ outbound }: AppContext, check: FieldErrorCollector, value: unknown): string {
  check.add('url', outbound.findUrlError(value));
  return typeof value === 'string' ? value : '';
}

/**
 * Refuses a URL whose name resolves to an address that this server may not call. Call it after the authorization, because it asks
 * a name server. @throws ValidationError on `url`
 */
export async function assertReceiverAllowed({ outbound }: AppContext, url: string | undefined): Promise<void> {
  if (url === undefined) return;
  const problem = await outbound.checkUrl(url);
  if (problem !== null) throw new ValidationError({ url: [problem] });
}

/** Whether a URL is of another server than the one that stored credentials were entered for, so that they must be entered again. */
export function isOfOtherServer(url: string | undefined, before: string): boolean {
  return url !== undefined && new URL(url).origin !== new URL(before).origin;
}
