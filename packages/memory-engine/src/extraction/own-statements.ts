import { isKeepable, isOrder, isQuestion } from './statement.js';
import { readStanding } from '../traits/standing.js';
import { isOrderOrThanks, isPhrase } from './phrases.js';
import { type LineKinds } from './run-on.js';
import { withApostrophes } from '../words/contractions.js';
import { spellOut } from '../words/typed-words.js';
import { isPretended } from './pretended.js';
import { asksToForget } from './refusals.js';
import { findRequestedFact } from './requested-facts.js';
import { isStorableText, withoutSecretClauses } from './secret-clauses.js';
import { tellsLasting } from './joined-facts.js';

/** Whether a sentence of the user states something about the user's life. */
export function isOwnStatement(sentence: string): boolean {
  if (isPretended(sentence) || asksToForget(sentence)) return false;
  const requested = findRequestedFact(sentence);
  if (requested !== null) return !isPretended(requested) && !isQuestion(requested);
  // "My PIN is 4921, could you note that we moved to Kiel?" and "Book it with card 4921 - I prefer window seats" state something.
  const besideSecret = isStorableText(sentence) ? [] : sentence.split(/[,;]\s+|\s[-–—]\s/u);
  if (besideSecret.some((part) => findRequestedFact(part) || (isStorableText(part) && tellsLasting(part)))) return true;
  // "Stop apologizing" and "duz mich" order nothing now.
  if (readStanding(sentence).instruction) return true;
  const meant = spellOut(withApostrophes(sentence));
  return saysSomething(sentence) && (meant === sentence || (saysSomething(meant) && !isPretended(meant)));
}

/** Returns the parts of a sentence without secrets that state something. */
export const keepStorable = (sentence: string) => withoutSecretClauses(sentence, isOwnStatement);

function saysSomething(sentence: string): boolean {
  return isKeepable(sentence, 'user') && !isPhrase(sentence);
}

/** How lines of a message are told apart. */
export const LINE_KINDS: LineKinds = {
  isStatement: isOwnStatement,
  /** "Give me a recipe" asks, too. */
  isRequest: (text: string) => isQuestion(text) || isOrder(text) || isOrderOrThanks(text),
};
