import { APICallError } from '@ai-sdk/provider';
import { OutboundError } from '@memory-gateway/outbound';

const textMax = 300;

/**
 * Converts a failed call to an error that is safe to log: error names, statuses, and why a connection failed. Of the
 * provider's text it keeps only the message of a refusal, without possible parts of the key.
 */
export function loggable(links: readonly unknown[], apiKey: string | null): Error {
  return new Error(links.map((link) => describe(link, apiKey)).join(' < '));
}

function describe(link: unknown, apiKey: string | null): string {
  if (link instanceof OutboundError) return `${link.failure}: ${link.message}`;
  const { name = 'Error', code } = link as { name?: string; code?: unknown };
  if (APICallError.isInstance(link) && link.statusCode !== undefined)
    return `${name} ${link.statusCode}${link.statusCode >= 400 ? `: ${withoutKey(link.message, apiKey)}` : ''}`;
  return typeof code === 'string' ? `${name} ${code}` : name;
}

/** Redacts the key, which providers repeat in part or whole, and truncates the text. */
function withoutKey(text: string, apiKey: string | null): string {
  const clean =
    apiKey === null
      ? text
      : text.replace(/[\w-]{4,}/g, (word) => (apiKey.includes(word) || word.includes(apiKey) ? '[redacted]' : word));
  return clean.replace(/\s+/g, ' ').slice(0, textMax);
}
