import { isSubjectVerb } from '../correction/subjects.js';
import { SPEAKER_VERBS } from '../words/speaker-verbs.js';
import { getWords } from '../words/stem.js';
import { wholeWords } from '../words/whole-words.js';
import { isPhrase } from './phrases.js';
import { isPretended } from './pretended.js';
import { isOrder } from './statement.js';

const wordsMax = 8;
const unspacedMax = 24;
/** Questions that offer help or ask for permission. A "yes" to them says nothing about a person. */
const SERVICE_QUESTION =
  /\b(?:anything else|(?:shall|should|can|may|could) i\b|(?:would|do) you (?:like|want) (?:me to|to (?:know|continue)|some (?:tips|ideas)|help)|(?<!(?:where|who|wh(?:ich|at)(?: \p{L}+){1,4}) )(?:would|do) you (?:like|want) to (?:hear|see)|how (?:can|may) i|help you|is that (?:ok|okay|right|correct|clear)|does that|sound good|ready\?|make sense|what do you think|how are you|how(?:['’]s| is) it going|right\?$|kann ich|puis-je|puedo|posso|kan ik|wie geht|comment (?:ça va|vas|allez)|ça va|cómo (?:estás|está|te va)|como (?:estás|está|vai)|come (?:stai|sta|va)|hoe gaat)(?!\p{L})|как дела|你好吗|您好吗|元気ですか/iu;
const EMPTY_ANSWER =
  /^(?:ok(?:ay)?|sure|thanks?|thank you|great|cool|nice|good|fine|lol|haha|hmm+|maybe|not sure|i don['’]?t know|no idea|idk|whatever|never ?mind|later|wait|what|why|nothing|none of your business|(?:(?:gut|bien|bem|bene|goed|muy bien|très bien|sehr gut|muito bem)[,.]? )?(?:danke|merci|gracias|obrigad[oa]|grazie|bedankt)|(?:ich )?wei(?:ß|ss) (?:ich )?nicht|keine ahnung|je ne sais pas|aucune idée|no (?:lo )?sé|não sei|non (?:lo )?so|geen idee|weet ik niet|не знаю|不知道|спасибо|谢谢|ありがとう)[.!。]*$/iu;
const QUESTION = /[^.!?。！？\n]*[?？]["')\]]*\s*$/u;

/** Returns the question at the end of a message, or null. */
export function findLastQuestion(content: string): string | null {
  const question = QUESTION.exec(content.trim())?.[0].trim() ?? '';
  return question.length < 4 || question.length > 200 || SERVICE_QUESTION.test(question) ? null : question;
}

/** Joins a short answer to its question. Null if the message is not a short answer. */
export function joinAnswer(question: string | null, answer: string): string | null {
  const text = answer.replace(/\s+/gu, ' ').trim();
  if (question === null || text === '' || /[?？]$/u.test(text) || EMPTY_ANSWER.test(text)) return null;
  const isShort = /\s/u.test(text) ? getWords(text).length <= wordsMax : text.length <= unspacedMax;
  if (!isShort || !/[\p{L}\p{N}]/u.test(text)) return null;
  return `${question} ${text}`;
}

/** Whether a short answer is clear without its question. */
export function isCompleteSentence(sentence: string): boolean {
  return /^(?:i|i['’]\p{L}+|my|we|we['’]\p{L}+|our|the|it|he|she|they|ich|mein\p{L}*|wir|je|j['’]\p{L}+|mon|ma|mes|nous|yo|mi|mis|eu|meu|minha|io|mio|mia|ik|mijn|wij|onze|unser\p{L}*|я|мой|моя)(?![\p{L}])|^[我私]/iu.test(
    sentence,
  );
}

/** Words that begin a sentence which only its question completes. */
const LEANING_START =
  /^(?:(?:thanks|thank you|oh|well|wow|haha|danke|ach|merci|gracias|pues|grazie|beh|obrigad[oa]|bom)\p{L}*[,.! ]+)*(?:yes|yeah|yep|yup|no|nope|because|since|it|they|them|those|these|that|this one|both|neither|about|around|for|with|by|mostly|mainly|usually|probably|definitely|ja|nein|doch|weil|seit|es|sie|das|oui|non|si|parce que|depuis|il|elle|ils|elles|c['’]est|ça|sí|porque|desde|es|son|sì|perché|da|è|sono|sim|não|é|são|desde)(?!\p{L})/iu;
/** Pronouns for what the question named. */
const BACK_REFERENCE = /^(?:\S+\s+){1,6}(?:it|them|those|these|one|ones|there)(?!\p{L})/iu;
const leaningLengthMax = 200;

/** Whether a sentence answers a question and is not clear without it: "They are three years old." */
function isLeaningAnswer(sentence: string): boolean {
  return LEANING_START.test(sentence) || BACK_REFERENCE.test(sentence);
}

/** Questions for a thing, a number or one of several, unlike those for a yes or no. */
const ASKS_FOR_WORDS = wholeWords([
  'what|which|where|when|who|how|why|or|was|welche[mnrs]?|wo(?:hin|her)?|wann|we[rnm]|wie|warum|oder|quel(?:le)?s?|où|quand|qui|combien|comment|quoi|que|ou',
  'qué|cuál(?:es)?|a?dónde|cuándo|quiénes|quién|cuánt[oa]s?|cómo|che|cosa|qual[ei]?|dove|chi|quant[oaie]s?|come|quando|quais|onde|quem|como|ou|o|oppure|wat|welke?|waar|wanneer|hoe|wie|of',
]);
const SPEAKER_FIRST = new RegExp(`^(?:${SPEAKER_VERBS}|bin|ben|war|hatte)(?!\\p{L})`, 'iu');
const fragmentWordsMax = 5;

/** Whether the words before the first comma are no sentence: "A girl.", "2h on weekdays, weekends more like 5." */
function isFragment(sentence: string): boolean {
  if (/[?？:]\W*$/u.test(sentence) || EMPTY_ANSWER.test(sentence) || SPEAKER_FIRST.test(sentence) || isOrder(sentence))
    return false;
  const [first = '', ...others] = sentence.split(/[,;–—(]\s/u);
  const words = getWords(first);
  if (words.length === 0 || words.length > fragmentWordsMax || words.some(isSubjectVerb)) return false;
  return !isCompleteSentence(first.replace(/^the /iu, '')) && !others.some(isCompleteSentence);
}

/**
 * Whether the first sentence of a message answers a question and is not clear without it: "A girl. Jonas wants to call her Freya." Words that are
 * no statement answer only a question for them.
 */
export function isFirstAnswer(question: string, sentence: string, isStatement: boolean): boolean {
  if (sentence.length > leaningLengthMax) return false;
  if (isStatement) return isLeaningAnswer(sentence) || isFragment(sentence);
  return ASKS_FOR_WORDS.test(question) && isFragment(sentence) && !isPhrase(sentence) && !isPretended(sentence);
}
