import { findAccessWords } from './secret-access.js';
import { findAccountSecrets } from './secret-accounts.js';
import { findBareNumbers } from './secret-bare-numbers.js';
import { findDrawn } from './secret-drawn.js';
import { findEntered } from './secret-entered.js';
import { findArrivedCodes } from './secret-one-time.js';
import { findPassphrases } from './secret-passwords-in-words.js';
import { findSentenceSecrets } from './secret-sentences.js';
import type { Span } from './secret-shapes.js';
import { findTold } from './secret-told.js';

const FINDERS = [
  findAccountSecrets,
  findSentenceSecrets,
  findBareNumbers,
  findArrivedCodes,
  findAccessWords,
  findEntered,
  findTold,
  findDrawn,
  findPassphrases,
];

/** Returns the secrets of a sentence that does not call them one: their place, form or surroundings tell. */
export function findImplied(segment: string): Span[] {
  return FINDERS.flatMap((find) => find(segment));
}
