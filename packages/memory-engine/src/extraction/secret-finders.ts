import { findAccessWords } from './secret-access.js';
import { findAccountSecrets } from './secret-accounts.js';
import { findBareNumbers } from './secret-bare-numbers.js';
import { findPassphrases } from './secret-passwords-in-words.js';
import { findSentenceSecrets } from './secret-sentences.js';
import type { Span } from './secret-shapes.js';

const FINDERS = [findAccountSecrets, findSentenceSecrets, findBareNumbers, findAccessWords, findPassphrases];

/** Returns the secrets of a sentence that does not call them one: their place, form or surroundings tell. */
export function findImplied(segment: string): Span[] {
  return FINDERS.flatMap((find) => find(segment));
}
