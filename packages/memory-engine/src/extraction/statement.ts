import { isAboutDialog } from './dialog-words.js';
import { namesSecret } from './named-secrets.js';
import { introducesSpeaker, isPhrase } from './phrases.js';
import { tellsPersonalState } from './personal-state.js';
import { isStopWord } from '../words/stop-words.js';
import { spellOut } from '../words/typed-words.js';
import { isTypedQuestion } from './request-words.js';
import { getWords } from '../words/stem.js';

/** Minimum number of words in a statement, in scripts with spaces between words. */
const MIN_WORDS = 3;
/** Minimum number of characters in a statement, in scripts without spaces. */
const MIN_UNSPACED_CHARACTERS = 4;

/** "Soy celíaca", "I quit": two words that say who the speaker is, or what changed for good. */
const SHORT_STATE =
  /^(?:(?:i |we )(?:quit|resigned|retired|graduated|divorced|relapsed)|got (?:fired|sacked|married|engaged|divorced|promoted)|hab(?:e)? gekündigt|pedi demissão|im (?:vegan|vegetarian|pregnant|diabetic|c(?:o)?eliac|asthmatic|retired|married|divorced|widowed|unemployed|autistic|dyslexic|deaf)|(?:ich )?bin (?:vegan|vegetari|schwanger|diabetik|verheiratet|geschieden|arbeitslos)\p{L}*|ben (?:vegan|vegetari|zwanger|getrouwd|gescheiden|werkloos)\p{L}*|so[yu] (?!yo|eu|así|assim|todo|toda|feliz|libre|livre)\p{L}{5,}|est(?:oy|ou) (?:embarazada|grávida|casad[oa]|divorciad[oa]|jubilad[oa]|aposentad[oa]|desemplead[oa])|sono (?:vegan|vegetarian|celiac|allergic|diabetic|asmatic|sposat|divorziat|incint|mancin)\p{L}+)\W*$/iu;

/** "Age: 34", "Wohnort: Kiel", "No kids": lines of a form about the speaker. A small name is one of a file or a program. */
const FORM_LINE = new RegExp(
  `^(?:(?:${[
    'age|birthday|born|city|town|country|location|job|occupation|profession|employer|diet|allerg(?:y|ies)|hobb(?:y|ies)|kids|children|pets?|pronouns|nationality|height|weight|blood type|shoe size|religion',
    'alter|geburtstag|wohnort|stadt|land|beruf|arbeitgeber|ernährung|allergien?|hobbys?|kinder|haustiere?|familienstand|größe|gewicht|blutgruppe|schuhgröße',
    'âge|ville|pays|métier|régime|loisirs|enfants|animaux|taille|poids|edad|ciudad|país|trabajo|profesión|dieta|alergias?|aficiones|hijos|mascotas?|cumpleaños',
    'età|città|lavoro|professione|allergie|figli|animali|altezza|compleanno|idade|cidade|profissão|filhos|leeftijd|woonplaats|beroep|dieet|kinderen|huisdieren|verjaardag',
  ].join(
    '|',
  )})\\s?:\\s[\\p{L}\\p{N}].*|(?:no|keine|sin|senza|sem|geen|pas d['’]) ?(?:kids|children|siblings|pets|kinder|geschwister|haustiere|hijos|mascotas|figli|filhos|enfants|kinderen|huisdieren)\\W*)$`,
  'iu',
);
const NAME_LINE =
  /^(?:[Nn]ame|[Ff]irst name|[Vv]orname|[Nn]achname|[Nn]om|[Pp]rénom|[Nn]ombre|[Nn]ome|[Nn]aam|[Vv]oornaam)\s?:\s\p{Lu}/u;

const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

const TAG_QUESTION =
  /,\s*(?:right|you know|remember|huh|eh|ok|okay|(?:is|are|was|were|do|does|did|have|has|wo|ca)n['’]?t (?:i|we|you|they|he|she|it))\?+$/iu;
const QUESTION_MARK = /[?？؟;][!"')\]]*$|^¿/u;
const LEAD_IN = String.raw`^(?:(?:so|and|but|hey|hi|hello|yo|hm+|um+|oh|well|ok|okay|anyway|btw|(?:(?:a )?(?:quick|random|stupid|silly) )?(?:q|question)),?:?\s+)*`;
const AUXILIARY = 'is|are|was|were|do|does|did|can|could|should|would|will|has|have|am';
const WH_QUESTION = new RegExp(
  `${LEAD_IN}(?:(?:who|whom|where|when|why)|(?:what|whose|which|how)(?: (?!(?:i|you|we|they|he|she|it|my|our) )\\w+)?)(?:['’]?s|['’]?re| (?:${AUXILIARY}|r)) ` +
    '(?:i|(?:yo)?u|we|they|he|she|it|the|there|this|that|your|ur|my|our|a|an|going|up|new)\\b',
  'iu',
);
const YES_NO_QUESTION = new RegExp(
  `${LEAD_IN}(?:(?:how|what) ab(?:ou)?t\\b|(?:do (?:yo)?u |(?:yo)?u )?(?:wanna|want(?: me)? to|want) (?:(?:hear|know|guess|tell you) (?:an?|some|something|sth|what|how|who|why|anything|more)|see (?:something|sth|anything)|play a game)\\b(?=[^.!?]{0,25}[.!?]*$)|(?:yo)?u (?:there|awake|up|around|busy|free|ok)\\b|guess (?:what|who|where|how|why)\\b(?![,:!.]+ ?\\p{L})|(?:${AUXILIARY}|r|had|shall|may)(?:n['’]?t)? (?:i|(?:yo)?u|we|they|he|she|it|there|someone|anyone|anybody|your|my|this|that)\\b)`,
  'iu',
);

const POLITENESS =
  /^(?:(?:wow|oh|ah|aww+|yay|omg|great|perfect|awesome|amazing|brilliant|fantastic|lovely|ok|okay|cool)[,!. ]+){0,2}(?:thank(?:s(?! to (?!(?:you|all|every\p{L}+)(?!\p{L})))| you)\b|many thanks|you['’]?(?:re| are) (?:very |most |so )?(?:welcome|right|correct|awesome|amazing|great|the best|kind|helpful)\b|(?:it['’]?s )?(?:so |very )?nice to (?:meet|see|hear)|good (?:to (?:see|hear)|luck|morning|afternoon|evening|night|question|point|idea)|great (?:to (?:see|hear)|question|point|idea|job|news)|hope (?:you|this|that|all)|i hope (?:you|this|that) |take care|see you|talk (?:to you )?(?:soon|later)|have a (?:great|good|nice|lovely|wonderful)|congrat|happy to (?:help|hear)|(?:i['’]m |i am )?(?:so |very |really )?(?:glad|happy|sorry) to (?:help|hear|assist)|no (?:problem|worries)|my pleasure|sounds? (?:good|great|like a plan|perfect|fun|amazing|wonderful|awesome)|that['’]?s (?:so |very |really )?(?:great|good|nice|awesome|amazing|wonderful|cool|fantastic|right|true|correct|interesting|lovely)\b(?! (?:because|since|for me))|that sounds|(?:wow|cool|ok|okay|sure|yes|yeah|yep|no|nope|hi|hey|hello)\b[^\p{L}]*that(?:['’]s| sounds| is) )/iu;
/** "Thank you so much, I passed my driving test!" */
const NEWS_AFTER_THANKS =
  /^(?:(?:wow|oh|ah|aww+|yay|omg|great|perfect|awesome|amazing|brilliant|fantastic|lovely|ok|okay|cool)[,!. ]+){0,2}(?:thanks|thank you|many thanks)[^,.!]{0,30}[,.!–—-]+ (?:that worked (?:on|for|with) my \p{L}|my (?!question|problem|issue|code)\p{L}+ (?!is|was|works?|worked|are|were)\p{L}+ |(?:i|we) (?!(?:will|would|can|could|think|guess|see|understand|understood|appreciate|know|get|really|just|hope|owe|love|like|needed|need|found|figured|feel|fixed|solved|tried|try|read|checked|check|want|wanted|meant|asked|have|had|already|also|forgot|learned|must|should|do|did|don|didn|won|was|were|am|are)(?!\p{L}))\p{L}+ )/iu;
const CLOSING =
  /^(?:(?:hmm?|well|ok(?:ay)?|right|so)[,.]? )?(?:let me (?:know|think|see|check|try)|feel free|don['’]t hesitate|is there anything|got it|noted|understood|brb|gtg|g2g|ttyl|knock knock)\b/iu;
const SAYING = /(?:as they say|as the saying goes)\W*$/iu;
const SERVICE_TALK =
  /^(?:(?:sure|of course|certainly|absolutely|okay|ok|great|yes)[,!.]?\s+)*(?:i(?:['’]d| would) be (?:happy|glad) to|i can help|i(?:['’]m| am) here to|how (?:can|may) i|here(?:['’]s| is| are)\b|as an ai\b|i(?:['’]m| am) (?:an ai|a language model|just an ai|sorry|unable|not able)|i (?:can['’]?t|cannot) (?:help|assist|provide|access|browse)|i apologi[sz]e|i understand\b|i(?:['’]ll| will) (?:remember|keep|note|make a note|help|do my best|get started|look into)|please (?:let|provide|tell|share|specify|clarify|note that i)|if you (?:have|need|want|would|['’]d))/iu;

/** Words that start an instruction. Standing wishes ("always", "call me") are preferences, not instructions. */
/** "Update: we broke up" is a label, and "Change my address to 12 High Street" says what to remember. */
const TELLS =
  /^(?:(?:please|ok|okay|hey|hi|and|also|so)[,!]?\s+)*(?:(?:update|edit):\s|(?:add(?=[^:]+:)|change|update|correct) (?:my|our) (?:\p{L}+['’]s )?(?:(?:new|home|work|postal|phone|mobile|last|first) )?(?:address|name|surname|nickname|e-?mail(?: address)?|number|birthday|birth ?date|date of birth|job title|employer|pronouns|diet|height|weight|anniversary)(?::| to | is ))/iu;
const COMMAND =
  /^(?:(?:now|then|next|ok|okay|so|and|also|hey|hi|alright|great|thanks)[,!]?\s+)*(?:(?:can|could|would|will) (?:yo)?u |please,? |pls |kindly |just |go ahead and |i (?:want|need|['’]?d like|would like) you to |help me )*(?:write|tell|show|give|explain|help|summari[sz]e|translate|find|search|look up|list(?! of)|create|make (?:me|it|this|that|them)|generate|fix|check|describe|suggest|recommend|compare|calculate|compute|convert|draft|rewrite|rephrase|add|remove|delete|update|edit|change|set up|open|run|execute|print|count|sort|try|proofread|paraphrase|spell-?check|correct (?=(?:this|these|the|my) (?:sentence|text|grammar|spelling|e?-?mail|paragraph|essay)s?)|consider|start by|use|click|follow|ignore|continue|proceed|stop|wait|answer|respond|reply|repeat|imagine|pretend|act (?:as|like)|say (?=something|anything)|analy[sz]e|review|refactor|implement|build|provide|send me|read|walk me|teach me|let['’]?s (?:start|begin|go|see|talk|continue|do it|try)|ensure|make sure|be sure)\b/iu;
const ORDER_TO_ASSISTANT =
  /^(?:i (?:want|need|['’]?d like|would like) you to|(?:can|could|would|will) (?:yo)?u|please)\b/iu;
const STANDING_WISH =
  /^(?:(?:please|also|and|just|hey|ok|okay)[,]?\s+)*(?:remember|note|keep in mind|don['’]?t forget|never forget|for the record|fyi|call me|address me|always|never|from now on|remind me)\b/iu;

const DEFINITION =
  /^(?:(?:a|an|the)\s+)?[\p{L}\p{M} -]{2,60}?\s(?:is|are|means|refers to|consists? of|can be|tends? to|helps?|occurs?|involves?|requires?)\b/iu;
/** "The staging server is called hydra", unlike "A group of lions is called a pride". */
const NAMED_THING = /^the [^,]{2,40} (?:is|are) (?:called|named) (?!an?(?!\p{L})|the(?!\p{L}))/iu;
/** "The key is under the pot", "the code is in the blue folder". */
const KEYS =
  /^the (?:\p{L}+ ){0,2}(?:keys?|codes?|combination) (?:is|are) (?:kept|hidden|written|printed|taped|saved|with|under|behind|in|on|at|inside|next) /iu;
/** "The wedding is off": what becomes of an event is no definition. */
const EVENT_STATE =
  /^the (?:\p{L}+ ){0,2}(?:wedding|engagement|party|trip|holiday|vacation|flight|move|sale|meeting|appointment|interview|surgery|operation|exam|concert|funeral|visit|dinner|lesson|course|match) (?:is|are|has been|got) (?:now |finally |back |definitely )?(?:off|on|over|cancel+ed|called off|postponed|delayed|moved|rescheduled|booked|confirmed)(?!\p{L})/iu;
const PERSONAL =
  /(?:^|[^\p{L}])(?:i|i['’]\p{L}+|me|my|mine|myself|we|we['’]\p{L}+|us|our|ours|he|she|him|her|his|hers|they|them|their|user|users|client|customer|mijn|onze|mein\p{L}*|unser\p{L}*|mon|ma|mes|nos|mis|nuestr[oa]s?|mio|mia|miei|meu|minha|meus)(?:[^\p{L}]|$)/iu;
/** Words that English lacks. It shares "is" with Dutch: "Oma is in het ziekenhuis". */
const DUTCH =
  /(?<![\p{L}-])(?:het|een|de|voor|naar|niet|bij|uit|op|ook|geen|haar|zijn|sinds|aan|vanaf|tot|nog)(?![\p{L}-])/iu;
const SECOND_PERSON = /(?:^|[^\p{L}])(?:you|your|yours|you['’]\p{L}+)(?:[^\p{L}]|$)/iu;
const CALENDAR =
  /\d|\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|january|february|april|june|july|august|september|october|november|december|today|tonight|tomorrow|yesterday|weekend|(?:last|next|this) (?:week|month|year|spring|summer|autumn|fall|winter|night|time))\b/iu;
const SPECIFIC_NAME = /(?<=[\p{L}\p{N},;:)"'’] )["'(]?\p{Lu}[\p{L}\p{M}\p{N}]|[\p{L}\p{N}][/@_.][\p{L}\p{N}]/u;

const SMALL_TALK = new Set(
  (
    'hi hello hey hiya howdy greetings yo thanks thank you thx ty cheers please ok okay k kk yes yeah yep yup no nope nah sure cool wow awesome ' +
    'nice great good morning afternoon evening night bye goodbye cya see later soon talk take care lol haha hahaha hehe omg hmm hm um uh er ah oh ' +
    'well right exactly absolutely definitely totally indeed agreed perfect fine alright course problem worries welcome pleasure sounds sound ' +
    'got it done much so very really again dear there all everyone guys man buddy friend mate amazing fantastic excellent wonderful lovely ' +
    'interesting true fair enough never mind nevermind sorry pardon excuse me of my the a an and to for that is this was be just still too ' +
    'congrats congratulations what how are lot lots bunch million heaps tons'
  ).split(' '),
);

/** Whether a sentence states something about a particular person or thing, judged by words and punctuation. */
export function isKeepable(sentence: string, role: 'user' | 'assistant'): boolean {
  const words = getWords(sentence);
  if (isTooShort(sentence) || sentence.endsWith(':')) return false;
  if (words.every((word) => SMALL_TALK.has(word))) return false;
  if (isQuestion(sentence)) return false;
  if (STANDING_WISH.test(sentence)) return true;
  if (role === 'user' && isAboutDialog(sentence)) return false;
  const tellsMore = role === 'user' && (introducesSpeaker(sentence) || NEWS_AFTER_THANKS.test(sentence));
  if (POLITENESS.test(sentence) && !tellsMore) return false;
  if (CLOSING.test(sentence) || SAYING.test(sentence) || isOrder(sentence)) return false;
  if (role === 'assistant' && SERVICE_TALK.test(sentence)) return false;
  return isParticular(sentence, words, role);
}

/** "Hablo euskera", "colleziono francobolli", "ich stricke": two words of the speaker about what lasts. */
const SHORT_HABIT = new RegExp(
  `^(?:${[
    '(?:hablo|parlo|falo|odio|detesto|odeio|colecciono|colleziono|coleciono|adoro|amo|toco|suono|estudio|estudo|studio|conduzco|guido|dirijo|juego|gioco|jogo|tomo|bebo|bevo|vendo|enseño|insegno|ensino) (?!bien|bene|bem|poco|pouco|much|molt|muit|est[oae]|eso|questo|quello|isso|tod|tutt|tudo|nada|nulla|niente|nota|siempre|sempre)\\p{L}{4,}',
    'i (?:smoke|vape|snore|drink|knit|paint|sing|dance|swim|surf|ski|climb|cycle|sew|stutter|stammer)|ich (?:rauche|stricke|schnarche|male|singe|tanze|klettere|trinke)|je (?:fume|tricote|ronfle|peins|chante|danse)|ik (?:rook|brei|snurk|schilder|zing|dans)',
  ].join('|')})\\W*$`,
  'iu',
);

/** Two words in Latin letters: "sono single", "fui demitida". */
const TWO_WORDS = /^\P{L}*[\p{Script=Latin}\p{M}]+\P{L}+[\p{Script=Latin}\p{M}]+\P{L}*$/u;

/** Whether a sentence is too short for rules to tell whether it is a fact, so that only its meaning can. */
export function isShortStatement(sentence: string): boolean {
  if (!TWO_WORDS.test(sentence) || /\d/u.test(sentence) || !isTooShort(sentence)) return false;
  if (sentence.endsWith(':') || isQuestion(sentence) || isOrder(sentence) || isPhrase(sentence)) return false;
  return !getWords(sentence).every((word) => SMALL_TALK.has(word));
}

function isTooShort(sentence: string): boolean {
  if (UNSPACED.test(sentence)) return getWords(sentence).join('').length < MIN_UNSPACED_CHARACTERS;
  const parts = sentence.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  const shortFacts = [SHORT_STATE, SHORT_HABIT, FORM_LINE, NAME_LINE];
  return parts.length < MIN_WORDS && !shortFacts.some((rule) => rule.test(sentence));
}

/** Whether a sentence asks, judged by its first words or its last character. */
export function isQuestion(sentence: string): boolean {
  if (TAG_QUESTION.test(sentence)) return false;
  if (QUESTION_MARK.test(sentence) || WH_QUESTION.test(sentence) || YES_NO_QUESTION.test(sentence)) return true;
  return !/[.,:;!]/u.test(sentence) && isTypedQuestion(spellOut(sentence));
}

/** Whether a sentence tells the assistant to do something, judged by its first words. */
export function isOrder(sentence: string): boolean {
  return (ORDER_TO_ASSISTANT.test(sentence) || COMMAND.test(sentence)) && !TELLS.test(sentence);
}

/** Common knowledge names no person, day or number. In a language with unknown words, every statement counts. */
function isParticular(sentence: string, words: readonly string[], role: 'user' | 'assistant'): boolean {
  if (!words.some(isStopWord)) return true;
  if (PERSONAL.test(sentence) || CALENDAR.test(sentence) || SPECIFIC_NAME.test(sentence)) return true;
  if (role === 'assistant') return SECOND_PERSON.test(sentence);
  if (!DEFINITION.test(sentence) || tellsPersonalState(sentence) || NAMED_THING.test(sentence)) return true;
  if (EVENT_STATE.test(sentence)) return true;
  // "The gate code is kept under the blue pot", and no value of it.
  return DUTCH.test(sentence) || (/^the /iu.test(sentence) && (KEYS.test(sentence) || namesSecret(sentence)));
}
