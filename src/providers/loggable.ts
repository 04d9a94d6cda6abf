import { APICallError } from 'ai';
import { OutboundError } from './outbound/index.js';

const textMax = 300;

/**
 * What may be logged of a failed call: the kinds of error it is made of, statuses, and why a connection failed. Of what a provider wrote,
 * only the message that it sent with a refusal, without anything that may be a part of the key; of an answer, which is made of what
 * people said, nothing.
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

/** Providers repeat a key in part or whole. */
function withoutKey(text: string, apiKey: string | null): string {
  const clean =
    apiKey === null
      ? text
      : text.replace(/[\w-]{4,}/g, (word) => (apiKey.includes(word) || word.includes(apiKey) ? '[redacted]' : word));
  return clean.replace(/\s+/g, ' ').slice(0, textMax);
}
