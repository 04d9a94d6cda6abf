// Wordings in English that announce a changed fact.

import { LEFT, LEFT_WORD } from './change-words.js';

const END = anyOf([
  "no longer|(?:not|n['’]t|never) .{0,40}\\b(?:any ?more|any longer)|any ?more|any longer|used to|over now|is over|(?:is|are) gone",
  `stopped|stop with|quit|gave up|given up|cancell?ed|called off|sold|${LEFT}|broke up|broken up|split up|drifted apart|divorced|retired`,
  'resigned|fired|laid off|dropped|ended|closed|died|dead(?! end)|passed away|stolen|lost|got rid of|threw out|returned|done with|finished with',
  'outgr[eo]wn?|skips?|skipped|ditched|unsubscribed|deleted|shaved|wiped|scrapped|abandoned|gone(?! to (?:lunch|bed|work|the (?:shops?|gym|beach)))|cut (?:it |them )?(?:all )?(?:out|off)',
  'moved out|(?:pulled|backed|dropped) out|sacked|let go|made redundant|fell through|came off|talked (?:me|us|him|her) into|gave (?:it |them )?away|sober|last day|expired|skip it|flew home|went home|called it quits|off the (?:table|menu)',
]);
const SWITCH = anyOf([
  'moved|moving|relocated|switched|changed?|changing|swapped|replaced|replaces|instead|renamed|rebranded|rescheduled|rebooked|postponed',
  'pushed|shifted|transferred|reassigned|migrated|rewrote|rewritten|traded|upgraded|downgraded|converted|became|become|turned|turning',
  'settled|new|took (?:its|his|her|their|the|over)|taken over|takes over|rather than|another|different|reset|overtaken|gone|went (?:with|vegan|back)',
  'made (?:me|him|her|us|them)|put (?:me|him|her|us|them)|decided|agreed|changed (?:my|his|her|their|our) mind|prefers? .{1,40} to|grown on me',
  'over to|goes through|(?:took|transferred|brought) .{1,40} from .{1,30} to|(?:goes|going) by|back to|into|up to .{1,20} from|married|tied the knot|together',
]);
const NOW = anyOf([
  'now|nowadays|these days|lately|currently|at present|from (?:now|today|next \\w+|this \\w+|\\w+day)(?: on)?|starting|as of|since|finally',
  'at last|at the moment|recently|this (?:week|month|year)|today|in the end|by now|already|again|turned out|effective|henceforth',
]);
const DELTA = anyOf([
  'raised|rose|halved|upped|doubled|tripled|cut|lowered|reduced|increased|extended|shortened|trimmed|promoted|grew|grown|up to|down to|put .{1,20} up',
  `more|fewer|less|earlier|later|only|half|record|birthday|turned|gained|dropped|went up|went down|one more|${LEFT_WORD}`,
]);
const CORRECTION = anyOf([
  'actually|turns out|turned out|(?:i|we) was wrong|i meant|not .{1,40}\\bbut|after all|sorry|mistaken?|correction|apparently|in fact',
  "it['’]s not|misspoke|said:|just call me|don['’]t .{1,30}, ",
]);
const BEGIN = anyOf([
  'started|starts|began|begun|begins|hired|joined|bought|adopted|got|gotten|accepted|signed|took up|picked up|enrolled|opened|getting',
  'brought|met|approved|moved in|switched on|assigned|appointed|won|chose|picked|ordered',
]);
const FINISHED = anyOf([
  'done|fixed|healed|passed|graduated|born|finished|completed|recovered|repaired|cured|paid off|delivered|arrived|celebrated|is here|free',
]);

/** Returns a pattern that matches any of these wordings as whole words, not as a part of a compound: "a dead-end job". */
function anyOf(wordings: readonly string[]): RegExp {
  return new RegExp(`\\b(?:${wordings.join('|')})\\b(?!-\\p{L})`, 'iu');
}

const NEGATION = /\b(?:not|no|never|none|nothing|nobody|without|cannot|can['’]?t|\w+n['’]t)\b/iu;

/** Whether a text contains a negation. */
export function isNegated(text: string): boolean {
  return NEGATION.test(text);
}

const matches = (pattern: RegExp, text: string): number => (pattern.test(text) ? 1 : 0);

export interface ChangeCues {
  readonly end: number;
  /** 0 to 3: how strongly the text suggests that it replaces an older fact. */
  readonly change: number;
  /** 0 to 2: the same, from the strongest wordings only. */
  readonly strong: number;
}

/** Scores the wordings in an English text that announce a change. */
export function readCues(text: string): ChangeCues {
  const end = matches(END, text);
  const switched = matches(SWITCH, text);
  const now = matches(NOW, text);
  const weak = matches(CORRECTION, text) + 0.7 * matches(DELTA, text) + 0.5 * matches(BEGIN, text);
  const change = Math.min(3, 1.5 * end + switched + now + weak + 0.8 * matches(FINISHED, text));
  return { end, change, strong: Math.min(2, end + switched + now) };
}
