import { findForeignLanguage } from '../words/function-words.js';
import { getWords } from '../words/stem.js';
import { wholeWords } from '../words/whole-words.js';

// English, German, French, Spanish, Italian, Portuguese and Dutch.
const PAST = wholeWords([
  "before|previous(?:ly)?|used to|use to|at first|first(?! (?:name|language|aid|class|floor|thing))|original(?:ly)?|formerly|former|old(?!er|est)|earlier|initial(?:ly)?|was|were|did|had|back then|in the past|until|wasn['’]t|didn['’]t",
  'früher|vorher|zuvor|ursprünglich|damals|ehemals|waren|hatte[nst]*|(?:habe|haben|hat|bin|sind|ist) \\p{L}+ .{0,60}ge\\p{L}{2,}(?:t|en)',
  "avant(?! (?:le |la |les |l[’']|mon |ma |mes |de |d[’'])?(?:petit|dîner|déjeuner|repas|travail|école|cours|dormir|coucher|lit|partir|départ|midi|sport))|auparavant|autrefois|jadis|au départ|au début|à l[’']origine|précédemment|étais|était|étaient|avais|avait|avaient",
  'antes(?! d[eoa]s? (?:\\p{L}+r|(?:l[ao]s? |el |mi )?(?:cena|comidas?|desayuno|trabajo|clase|noche|siesta|almoço|aula|trabalho|noite|refeições))(?!\\p{L}))|anteriormente|anterior|al principio|originalmente|era|eran|tenía|había|solía|estaba',
  "prima(?! d(?:i|ei|egli|ell?\\p{L}*)(?!\\p{L}))|in passato|all[’']inizio|originariamente|precedente|era|erano|aveva|avevo",
  'antigamente|no início|costumava|eram|tinha|estava',
  // Past tenses by their endings, after a question word or beside the speaker
  '(?:qui[eé]n|d[oó]nde|c[oó]mo|cu[aá]nt\\p{L}+|qu[eé] \\p{L}+|qu[eé]) \\p{L}{2,}(?:ía|ías|ían|aba|abas|aban)',
  "j[’'](?!aim)\\p{L}{2,}ais|je (?!connais|parais|plais)\\p{L}{3,}ais|\\p{L}{3,}ais-je",
  '(?!bravo|ricevo|schiavo)\\p{L}{3,}(?:avo|evo|avamo)|\\p{L}{3,}(?:ava|avas|avam)|(?:quem|onde|como|que \\p{L}+|o que) \\p{L}{2,}ia',
  'war (?:ich|er|sie|es|mein\\p{L}*|unser\\p{L}*|d(?:er|ie|as))|\\p{L}{3,}(?:te|de) ik',
  'vroeger|voorheen|destijds|aanvankelijk|had(?:den)?|eerst(?! volgende)',
]);
const NOT_PAST =
  /(?:\b(?:how old|years?[ -]old|(?<=\b(?:do|does|should|must|can|will|am|are|(?:have|need) to) .{0,60})(?:before|until|first|earlier)|old (?:is|are|am)|had better)\b|^was (?=(?:ist|sind|bin|mag|mach|ess|trink|les|kann|will|soll|hab|hat|für|weißt|gibt|steht|studier|lern|kost|brauch|fähr|spiel|wird))|\ba prima vista\b)/giu;

/** Asks for the end of a sequence, where the past tense does not mean an earlier state. */
const LATEST = wholeWords([
  'most recent(?:ly)?|latest|last time|zuletzt|letztes mal|letzten? mals?|última vez|dernière fois|ultima volta|laatste keer',
]);

/** "What" in German: "Was fahre ich?" */
const WAS_WORDS = /(?<!\p{L})was(?!\p{L})/giu;

/** Whether a question in one of seven languages asks about a past state rather than the current one. */
export function asksAboutPast(question: string): boolean {
  const text = question.trim().replace(NOT_PAST, ' ');
  const isGerman = findForeignLanguage(getWords(text)) === 'German';
  return !LATEST.test(question) && PAST.test(isGerman ? text.replaceAll(WAS_WORDS, ' ') : text);
}
