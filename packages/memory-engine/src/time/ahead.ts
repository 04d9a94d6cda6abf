// Times ahead by a number of units: "in two weeks", "dans 3 jours", "daqui a um mês". Behind a verb of the past, or of what someone can do, the same
// words are a duration: "I read it in 3 days".
import { asksAboutPast } from '../correction/question-tense.js';
import type { FoundPeriod, Tense } from './period.js';
import { getTimeAhead } from './relative-period.js';
import { COUNT_WORDS, UNIT_WORDS } from './relative-words.js';

const count = `(?<number>\\d{1,3}|${Object.keys(COUNT_WORDS).join('|')})`;
const unit = `(?<unit>${Object.values(UNIT_WORDS).join('|')})`;
const END = `(?![\\p{L}\\p{N}])`;
/** In Italian and Dutch, "in" is a duration. "Over" is Dutch. */
const AHEAD = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:(?:in|dans|dentro de|en|entro|tra|fra|daqui a|em) ${count} ${unit}${END}(?! (?:of|de|von|before|after|vor|nach)${END})|over (?:(?<dutch>\\d{1,3}|een|twee|drie|vier|vijf|zes|zeven|acht|negen|tien|enkele|een paar) (?<dutchUnit>dag(?:en)?|we(?:ek|ken)|maand(?:en)?|jaar)${END}))(?:['’]? time)?`,
  'iu',
);
/** What comes: "the exam is in 3 days", "the flight leaves in a week". */
const COMES =
  /(?:^|[,;:.]\s?|(?<!\p{L})(?:is|are|am|['’](?:s|m|re)|be|due|up|back|starts?|begins?|ends?|opens?|closes?|comes?|arrives?|leaves?|flies|fly|turns? \d+|expires?|moving|leaving|going|coming|starting|flying|travel(?:l)?ing|ist|sind|bin|beginnt|endet|startet|kommt?|fahre|fliege|ziehe|est|sont|commence|pars|arrive|es|son|será|empieza|llega|viaja|viajo|è|sono|inizia|arriva|parto|é|começa|chega|viajo|begint|komt|ga|vertrek)(?:,| (?:out|off|in|away|again|due|abroad|home|to \p{L}+|nach \p{L}+|à \p{L}+|a \p{L}+|naar \p{L}+))?\s)$/iu;
/** "What can I see in 3 days in Rome?", "How many books in two weeks?" */
const ASKS_DURATION =
  /(?<!\p{L})(?:can|could|how (?:many|much|far|long)|kann|wie viele?|peut|puis-je|combien|puedo|c[uú]ant[oa]s?|posso|quant[oaie]s?|kan|hoeveel)(?!\p{L})/iu;

/** Finds such a time in a query that asks for what comes, or that has no verb. */
export function findTimeAsked(query: string, now: number): FoundPeriod | null {
  return asksAboutPast(query) || ASKS_DURATION.test(query) ? null : findTime(query, now);
}

/** Finds such a time in a statement, behind a verb for what comes. */
export function findTimeStated(statement: string, now: number, tense: Tense): FoundPeriod | null {
  const found = tense === 'past' ? null : findTime(statement, now);
  if (!found || tense === 'future') return found;
  return COMES.test(statement.slice(Math.max(0, found.index - 40), found.index)) ? found : null;
}

function findTime(text: string, now: number): FoundPeriod | null {
  const found = AHEAD.exec(text);
  const { number, unit: name, dutch, dutchUnit } = found?.groups ?? {};
  if (!found) return null;
  const period = getTimeAhead(now, { number: number ?? dutch, unit: name ?? dutchUnit });
  return { period, words: found[0], index: found.index, kind: 'relative' };
}
