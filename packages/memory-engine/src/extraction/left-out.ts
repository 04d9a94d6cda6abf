import { mapInSteps, type Steps } from '../steps.js';
import { extractInSteps, refuses, type ExtractMessage, type ExtractOptions } from './extract.js';
import { SECRET_MARK } from './secrets.js';

/** Why a message, or a part of it, became no memory. */
export type LeftOutReason = 'SECRET' | 'ON_REQUEST' | 'EXCLUDED' | 'NO_FACT';

export interface LeftOut {
  /** Number of the message, from 1. */
  readonly message: number;
  readonly reason: LeftOutReason;
}

/** Number of messages that are listed. */
const listedMax = 100;

/**
 * Lists what extraction left out of messages whose secrets were removed before, in steps. `used` has the positions of the messages that became
 * memories, from 0. No text is repeated.
 */
export function* findLeftOut(
  messages: readonly ExtractMessage[],
  { used, ...options }: Pick<ExtractOptions, 'includes' | 'excludes'> & { used: ReadonlySet<number> },
): Steps<LeftOut[]> {
  const isHinted = Boolean(options.includes?.trim() || options.excludes?.trim());
  const unhinted = isHinted ? new Set((yield* extractInSteps(messages)).map(({ message }) => message)) : used;
  const found = yield* mapInSteps([...messages.entries()], ([index, message]): LeftOut[] => {
    const number = index + 1;
    if (message.role !== 'user' && message.role !== 'assistant') return [];
    if (message.content.includes(SECRET_MARK)) return [{ message: number, reason: 'SECRET' }];
    if (message.role === 'user' && refuses(message)) return [{ message: number, reason: 'ON_REQUEST' }];
    if (used.has(index)) return [];
    return [{ message: number, reason: unhinted.has(index) ? 'EXCLUDED' : 'NO_FACT' }];
  });
  return found.flat().slice(0, listedMax);
}
