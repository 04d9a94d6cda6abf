import { introducesSpeaker } from './phrases.js';
import { isFunctionWord } from '../words/function-words.js';
import { isAboutNamedPerson, isStateOfPeople } from '../words/fact-owner.js';
import { SPEAKER_VERBS } from '../words/speaker-verbs.js';
import { isStopWord } from '../words/stop-words.js';
import { wholeWords } from '../words/whole-words.js';

/** Words for what belongs to the speaker, in seven languages. "Mes" and "mi" are words of other languages, too. */
const OWN =
  /(?<![\p{L}\p{N}])(?:my|our|(?:mein|unser)(?:e[nmrs]?)?|mon|ma|notre|(?:mes|nos)(?= \p{L}+[sx](?!\p{L}))|(?<=¿.*|(?<!\p{L})(?:a|con|de|en|para|por|sin) )mis?|nuestr[oa]s?|meus?|minhas?|noss[oa]s?|mi[oae]|miei|nostr[oaie]|mijn|onze|ons)\s+(?:own\s+)?((?:[\p{L}\p{N}][\p{L}\p{N}'’-]*\s?){1,3})/giu;

/** What everybody has or shares, what a request is only about, and exclamations. */
const SAYS_NOTHING = new Set(
  (
    'opinion question questions mind way turn fault point word words name self life time day days luck dear dude buddy friend god gosh goodness ' +
    'text essay email emails message messages letter draft grammar spelling writing english summary prompt request answer input output idea ideas homework understanding assumption joke story dream character hero ' +
    'code script function program query file files list data error errors problem issue password ' +
    'planet world country area region sun earth moon galaxy universe solar species society ancestors body bodies brain hair ' +
    'meinung frage fragen name text grammatik gott avis question nom texte dieu opinión pregunta nombre texto dios opinião pergunta nome deus'
  ).split(' '),
);
/** "My friend's dog" is about the friend, "my favorite color" asks for it. */
const NO_NOUN =
  /^bad\s*$|^(?:best|favou?rite|last|next|first)(?!\p{L})|^(?:friend|neighbou?r|colleague|coworker|roommate|boss)s?['’]/iu;

const HYPOTHESIS =
  /(?<!\p{L})(?:if|suppos(?:e|ing)|imagine|hypothetical(?:ly)?|what would|wenn|angenommen|(?:et )?si|s['’]il|imaginons|supón|imagina|suponha|e se)(?!\p{L})/iu;

/** Questions for what is known of the speaker already, and about words. */
const RECALL = new RegExp(
  `^(?:${[
    "(?:what|when|where|who|which|whose|how (?:old|many|much|tall|long|far|big|often))(?:['’]s|['’]re| is| are| was| were| did| does| do)? (?:i|we|my|our)",
    '(?:did|have|had|was(?! (?!hab|hatte|war|bin|sind)\\p{L}+ (?:ich|wir|man)(?!\\p{L}))|were|do (?:i|we) (?!need|have to)) ?(?:i|we|my|our)?',
    '(?:do|did|can|could|would|will) you (?:still |please )?(?:remember|recall|remind|tell|know(?! (?:an?|any|some|of|how|if|whether) ))|what do you (?:know|remember)',
    '(?:(?:can|could) you )?(?:please )?(?:translate|spell|pronounce|define)|how (?:do|would) (?:you|i) (?:say|spell|pronounce)',
    '(?:wie (?:heiß|heiss|alt|viele|hoch|groß)|wie(?= ist )|wo|wann|wer|welche[rs]?|was|erinnerst|weißt|kennst)\\p{L}*(?: du| sie| noch)* (?:ist |sind |war |hat |haben |wohnt |arbeitet )?(?:früher )?(?:ich|mein\\p{L}*|unser\\p{L}*)',
    "(?:hoe heet|(?:wat|wie|waar|wanneer) (?:is|was|zijn|waren))(?: vroeger)? (?:mijn|onze|ons)|(?:qual|chi|quand|dov)[eo]?[ ’']?(?:è|era|erano|sono) (?:prima )?(?:il |la |i |le )?(?:mi[oae]|miei|nostr[oaie])",
    "(?:comment s['’]appelle(?:nt)?|où (?:est|sont|habite)|quand (?:est|sont)|quel(?:le)?s? (?:est|sont|était)|qui (?:est|sont)|te souviens-tu|tu te souviens)",
    '¿?(?:(?:cuál|cuáles|quién|quiénes|cuándo|dónde|qué|qual|quem|quando|onde) (?:es|son|era|está|están|é|são|fica)|cómo se llaman?|como se chamam?|(?:te acuerdas|recuerdas|lembras|você se lembra))',
  ].join('|')})(?!\\p{L})`,
  'iu',
);

const PLAYED =
  /(?<!\p{L})(?:pretend|role-?play(?:ing)?|act as|you(?:['’]re| are) (?:now )?(?:my|an?|the) \p{L}+|stell dir vor|tu (?:es|seras) (?:mon|ma|une?)|imagine-toi|eres (?:mi|una?))(?!\p{L})|rollenspiel|jeu de rôle|juego de rol/iu;
const MACHINE_TEXT = /(?:error|exception)\b\s*:|\b(?:fatal|panic|traceback|errno|warning)\b\s*:/iu;
const QUOTED = /"[^"]*"|“[^”]*”|„[^“”]*[“”]|«[^»]*»|`[^`]*`|(?<!\p{L})'[^']*'(?!\p{L})/gu;

const ROLE =
  /(?<!\p{L})(?:an? (?:\p{L}+ )?\p{L}+ like me|(?<=(?:years|months|job|work(?:ing|ed)?) )as an? \p{L}+|^as an? (?:[\p{L}-]+ ){0,2}(?!(?:starter|primer|reminder|matter|number|order|answer|other|letter|chapter|customer|disclaimer|refresher|corner|factor|filler|layer|cover)\b)[\p{L}-]*(?:er|or|ist|ian|man|woman|nurse|parent|student|cook|chef|clerk|pilot|vet|guide|intern|coach)(?=,)|as an? (?:\p{L}+(?:ian|ese)|german|american|mexican|african|european|foreigner)|as an? (?:\p{L}+ )?(?:vegan|vegetarian|pescatarian|coeliac|celiac|diabetic|asthmatic|beginner|student|nurse|teacher|doctor|engineer|developer|designer|lawyer|writer|freelancer|parent|mother|father|mum|mom|dad|veteran|expat|immigrant|widow|widower|teenager|retiree)|als (?:veganer|vegetarier|diabetiker|anfänger|student|lehrer|mutter|vater|rentner)(?:in)?|als (?:veganist|vegetariër|diabeet|beginner|student|leraar|moeder|vader)|da (?:vegan|vegetarian|diabetic|celiac|principiante|student)\p{L}*|sendo (?:vegan|vegetarian|diabétic|celíac)\p{L}*|en tant que \p{L}+|como (?:vegan[oa]|vegetarian[oa]|diabétic[oa]|celíac[oa]|principiante|estudiante|madre|padre))(?!\p{L})/iu;
const SPEAKER = new RegExp(
  `(?<!\\p{L})(?:i|im|ive|me|we|us|ich|mir|mich|wir|je|moi|nous|j['’]\\p{L}+|ik|wij|yo|mis?|eu|puedo|debo|posso|voy|vado|vou|${SPEAKER_VERBS})(?!\\p{L})`,
  'iu',
);

/** Words before a reason that states something about the speaker: "since I'm vegetarian". */
const REASON = new RegExp(
  "(?<!\\p{L})(?:since|because|while|whilst|(?:even )?though|although|as|given that|now that|seeing (?:as|that)|considering(?: that)?) (?=(?:i|we)(?:['’](?:m|ve|re)| (?:am|are|have|had|live|work|own|play|study|use|take|drive|just|also|only|don['’]?t|do not|can['’]?t|cannot) ))" +
    '|(?<!\\p{L})(?:weil|da|während|obwohl) (?=(?:ich|wir) )|(?<!\\p{L})(?:knowing(?: that)?|given that|seeing (?:as|that)|sachant que|sabiendo que|sapendo che|sabendo que) (?=(?:my|our|mon|ma|mes|notre|mi|mis|nuestr[oa]|mi[oa]|(?:il|la) mi[oa]|(?:o|a) m(?:eu|inha)|meu|minha) )' +
    '|(?<!\\p{L})(?:(?:visto|dato) che|perché|siccome|poiché|ora che|já que|visto que|uma vez que|porque|agora que) (?=(?:non |não |n )?(?:sono|ho|posso|vivo|abito|lavoro|siamo|abbiamo|sou|tenho|estou|moro|trabalho|somos|temos)(?!\\p{L}))|(?<!\\p{L})(?:omdat|aangezien) (?=(?:ik|wij|we) )' +
    "|(?<!\\p{L})(?:puisque|parce que|maintenant que|pendant que|comme) (?=je |j['’]|nous )|(?<!\\p{L})(?:ya que|porque|puesto que|ahora que|mientras|aunque) (?=(?:soy|tengo|estoy|vivo|trabajo|no puedo|somos|tenemos)(?!\\p{L}))",
  'iu',
);
const TRAIT =
  '(?:allerg|al[ée]rgi|intoleran|intoll?er|laktos|lactose|gluten|glutine|diab[eéè]t|vegan|végan|v[eé]g[eé]tar|schwanger|pregnant|enceinte|embarazada|incinta|gr[áa]vida|zwanger|c(?:o)?eliac|celíac|cœliaque|zöliakie|asth?m)';
/** A condition that states a lasting trait of the speaker: "What do I cook if I'm lactose intolerant?" */
const CONDITION = new RegExp(
  `(?<!\\p{L})(?<!what )(?:if (?=i(?:['’]m| am| have) )|wenn (?=ich )|si (?=(?:je suis|j['’]ai|soy|tengo|estoy) )|se (?=(?:sono|ho|sou|tenho|estou) )|als (?=ik ))(?=(?:\\S+ ){1,6}?\\p{L}*${TRAIT})`,
  'iu',
);
/** "Is it safe with propranolol, which I take for anxiety?": what the speaker says of a thing that the question names. */
const WHICH = new RegExp(
  `, (?:${[
    "(?:which|that|who|whom) (?:i|we)(?:['’](?:m|ve|re)|['’]?ve| )",
    '(?:das|die|den|dem|der|was) (?:ich|wir) ',
    "qu(?:e (?:je|nous) |e j['’]|['’]on )",
    `(?:que|che|de onde) (?:(?:yo|io|eu|me|mi) )?(?:${SPEAKER_VERBS})(?!\\p{L})`,
    '(?:die|dat|wat) (?:ik|we|wij) ',
  ].join('|')})[^?!;]{3,120}`,
  'iu',
);
const THING_WORDS = 3;
/** Asks whether something is allowed, so that a medicine in its condition is real: "Can I drink if I'm on antibiotics?" */
const MAY_I =
  /^(?:\p{L}+,? )?(?:can|may|should|is it|are|darf|kann|soll|ist es|(?:est-ce que )?je peux|puis-je|puedo|posso|mag|kan)(?!\p{L})/iu;
const ON_MEDICINE =
  /(?<!\p{L})(?:(?:if|when) (?=i(?:['’]?m| am) (?:on|taking) (?!an? |the |my way|top|time|holiday|vacation|call)|i take (?!an? |the |my time|it))|wenn (?=ich (?!(?:de[nmr]|die|das|ein\p{L}*|mit) )[^,?]{3,60}(?:ein)?nehme(?!\p{L}))|si (?=je prends (?!l[ea] |un)|tomo (?!el |la |un))|se (?=prendo |(?:eu )?tomo )(?=\S+ (?:\S+ )?(?!un))|als (?=ik [^,?]{3,60}(?:slik|gebruik|neem)(?!\p{L})))/iu;
/** What would follow from a trait. */
const IMAGINED =
  /(?<!\p{L})(?:what (?:if|would|happens)|would (?:i|you|we)|suppos(?:e|ing)|imagine|was wäre|würden?|angenommen|et si|imaginons|qué pasa(?:ría)? si|y si|e se|che succede|wat als|stel)(?!\p{L})/iu;
/** Before its subject, a verb makes a question: the words after the subject state nothing, so only the subject is kept. */
const INVERTED =
  /(?<!\p{L})(?:can|could|should|shall|may|might|must|will|would|do|does|did|is|are|was|were|has|have|kann|können|darf|dürfen|soll(?:te)?n?|muss|müssen|ist|sind|hat|haben|wird|werden|braucht|brauchen|puede[ns]?|debe[ns]?|necesitan?|está[ns]?|es|son)(?:n['’]t)?\s$/iu;
/** Words that follow a subject rather than name it. */
const NO_SUBJECT =
  /^(?:\p{L}+(?:ing|ed|ly)|eat|drink|need|get|go|have|be|take|use|sleep|run|work|live|play|make|start|stop|come|keep|look|feel|like|still|always|ever|even|safe|okay|normal|going|enough|bad|good)$/u;
/** "The wedding of" before "my sister". */
const PART_OF = /(?<!\p{L})(?:the|das|der|die|le|la|les|el|los|las|o|a|os|as) \p{L}+ (?:of|von|de) $/iu;
/** Words after a comma that say more of what stands before: "my wife, who collects stamps", "Leeds, where I live". */
const RELATIVE =
  "who(?: (?:also|never|always|only|really|just|still))? (?:can['’]?t|cannot|doesn['’]t|won['’]t|is|was|has|had|\\p{L}{2,}(?:s|ed))(?!\\p{L})|whose |where (?:i|we) |(?:der|die|das|dem|den|wo|qui|dont|où|quien|donde|dove|onde|waar|que|che) ";
const CLAUSE = new RegExp(`^.*?(?=\\s*(?:[?？!]|[,;:](?:\\s(?!${RELATIVE})|$)|\\s[-–—]\\s|$))`, 'iu');
/** "The clinic where I work", "Leeds, where I live". */
const SPEAKER_PLACE =
  /(?<=(?<!\p{L})(?:in|at|near|to|from|around|bei|nach|aus|à|dans|près de|en|cerca de|a|vicino a|em|perto de|bij|naar) )(?=\p{L}[^,.;:!?]{1,40},? (?:where (?:i|we) (?:live|work|study|grew up|stay)|wo (?:ich|wir) |où (?:j['’]|je |nous )|donde (?:vivo|trabajo|estudio)|dove (?:vivo|abito|lavoro|studio)|onde (?:moro|vivo|trabalho|estudo)|waar (?:ik|we) ))/iu;
/** "I start as a nurse in May, what shoes do I need?" */
const STATEMENT_FIRST =
  /^(.{8,}?)\s*(?:[,;:]|[:;]-?[()DP]|\.{2,}|…|\p{Extended_Pictographic}\uFE0F?|\s[-–—]|(?<=\p{L})(?= so (?:what|which|how|where|when|should|can|do|is|are)))\s+(?:(?:so|and|but|und|also|et|alors|donc|y|entonces|e|então)\s+)?(?=\p{L}|¿)/iu;

/** Words before the statement: "Hey, I'm Priya from sales, can you help me?", "Quick question: I'm pregnant, can I eat sushi?" */
const HAIL = new RegExp(
  `^(?:(?:${[
    '(?:hi|hey|hello|hallo|hoi|salut|bonjour|hola|ciao|olá|oi)(?: there| all| everyone|,)?',
    '(?:ok(?:ay)?|so|well|thanks|thank you|sorry|excuse me|danke|sorry|pardon|désolé|merci|perdón|perdona|gracias|scusa|grazie|desculpa|obrigad[oa]|bedankt)[,!:]',
    '(?:just )?(?:an?|one|another)?(?: ?(?:quick|short|last|small|random|silly|stupid))? ?(?:q|question)(?: for you)?(?:[,!:]| -)',
    '(?:eine |noch eine |mal eine )?(?:kurze |schnelle |kleine )?frage[,!:]',
    '(?:une |petite |autre ){0,2}question[,!:]|(?:una |otra )?pregunta(?: rápida)?[,!:]|(?:una |altra )?domanda(?: veloce)?[,!:]|(?:uma |outra )?pergunta(?: rápida)?[,!:]|(?:korte |snelle )?vraag(?:je)?[,!:]',
  ].join('|')}) ?)+`,
  'iu',
);
/** "Anna broke her leg, what can I bring her?": a name, and a pronoun for a person in the question. */
const NAME_FIRST = /^\p{Lu}\p{Ll}+ (?=\p{Ll})/u;
const PERSON_PRONOUN = wholeWords([
  'he|she|him|her|his|er|sie|ihr|sein\\p{L}*|ihm|ihn|il|elle|lui|él|ella|ele|ela|lei|hij|zij|ze|hem|haar',
]);

/** "anna is allergic", "grandma cant eat salt": a name without its capital, or a word for one relative, and its verb. */
const LOWER_NAME = /^(\p{Ll}{2,15}) (\p{Ll}[\p{L}'’]*)(?: (\p{L}+))?/u;
const ONE_RELATIVE = wholeWords([
  'mum|mom|mummy|dad|daddy|grandma|grandpa|granny|nana|oma|opa|mama|papa|mamá|papá|maman|mamma|mamie|papi',
]);
/** What also begins a sentence without an article, and can neither be nor do what people do. */
const NO_PERSON = wholeWords([
  'hope|love|life|work|school|class|home|dinner|lunch|breakfast|food|water|coffee|milk|rain|traffic|weather|music|money|code|time|sleep|rent|english|german',
  'essen|arbeit|leben|liebe|zeit|schule|regen|wetter|vie|amour|travail|vida|amor|trabajo|trabalho|lavoro|vita|amore',
]);
const PERSON_DOES =
  /^(?:just|is|was|has|had|(?:ca|do|does|did|is|was|has|had|wo|could)n?['’]?t|cannot|turns?|turned|broke|moved|lost|got|quit|hat|ist|mag|kann|darf|est|a|es|tiene|è|ha|é|tem|heeft|is|kan|\p{L}{2,}(?:ed|[^s]s))$/u;

/** "My dad who takes warfarin", "mein Vater, der Blutverdünner nimmt": a person of the speaker and what is true of them, also after "if". */
const PERSON_WHO =
  /(?<!\p{L})(?:(?:my|our) (?:\p{L}+ ){1,3}?who(?:['’]s)? (?!cares|knows)|(?:mon|ma|mes|notre|nos) (?:\p{L}+ ){1,2}qui |(?:mis?|nuestr[oa]s?|mi[ao]|miei|nostr[oa]|meus?|minhas?) (?:\p{L}+ ){1,2}(?:que|che) |(?:mijn|onze) (?:\p{L}+ ){1,2}die |(?:mein|unser)\p{L}* \p{L}+,? (?:der|die|das) )[^,;?!.]{3,80}/iu;
/** The verb of the question behind it, which tells nothing: "my dad who takes warfarin | eats grapefruit". */
const VERB_BEHIND =
  /^([^]*? (?:who['’]s|(?:who|qui|que|che|die|der|das) \S+) \S+(?: \S+)*?) (?:can|could|should|may|might|would|will|eats?|drinks?|gets?|goes|takes?|uses?|has|have|is|be|needs?|wants?|tries|try|go|use|does|do|come|comes|kann|darf|isst|trinkt|mange[r]?|boi[tr]e?|prend(?:re)?|peut|puede|coma|come[r]?|beba|beber|tome|mang[ia]+|possa|può|pode|bebe|mag|eet|drinkt)(?!\p{L})[^]*$/iu;

const ONE_PERSON =
  /^(?:(?:and|but|und|aber|et|mais|y|pero|e|ma|mas|en|maar) )?(?:s?he|his|er|elle|él|ella|lui|lei|ele|ela|hij)(?:['’]s)? \p{L}/iu;

/** "Hey, I'm good, and you?" */
const ASKS_BACK =
  /(?:and (?:you|yours?elf)|how (?:are|about) you|what about you|und (?:du|dir|selbst)|et toi|y t[uú]|e (?:tu|te|você)|en (?:jij|met jou))\W*$/iu;
/** "I have a question, …" leads to the question and states nothing. */
const LEADS_TO_QUESTION =
  /^(?:i|we)(?:['’]m| am| was)? (?:just )?(?:wonder|think(?!ing (?:about|of) \p{L}+ing )|guess|mean|see(?! (?:the|my|our|an?|dr)(?!\p{L}))|know|understand|curious|not sure|bored|lost|back|stuck|here|ready|confused|(?:want|need|would like)(?: to)? (?:know|ask|help)|have (?:a|one|another) (?:quick |last )?question)/iu;

/** The day of a plan, before the speaker: "Tomorrow I'm at the dentist's, what should I bring?" */
const DAY_FIRST =
  /^(?:(?:and |so )?(?:tomorrow|(?:on|this|next) \p{L}+day)|(?:über)?morgen|(?:am|op) \p{L}+(?:tag|dag)|après-demain|demain|(?:pasado )?mañana|dopodomani|domani|(?:depois de )?amanhã|overmorgen),? (?=\p{L})/iu;
/** A verb of the speaker behind the day. */
const OWN_PLAN =
  /^(?:(?:i|we)(?!\p{L})|(?:bin|sind|habe?|haben|gehe?n?|muss|müssen|fahre?n?|fliege?n?|treffe?n?|ben|zijn|heb|hebben|ga|gaan|moet|moeten) (?:ich|wir|ik|we|wij)(?!\p{L})|(?:je|nous|on) |j['’]|(?:voy|vamos|tengo|tenemos|vado|andiamo|ho|abbiamo|vou|tenho|temos) )/iu;

/** Whether a statement tells a plan of the speaker for a day that it begins with. */
function tellsPlan(text: string): boolean {
  const day = DAY_FIRST.exec(text)?.[0] ?? '';
  return day !== '' && OWN_PLAN.test(text.slice(day.length));
}

/** A fact inside a question of the user. */
export interface QuestionFact {
  readonly text: string;
  /** The question that the text is a part of. Null for a statement before the question. */
  readonly question: string | null;
}

interface ClauseKinds {
  /** Whether a text is a fact to keep. */
  readonly isStatement: (text: string) => boolean;
  /** Whether a statement of the speaker is clear without the words around it. */
  readonly isClear: (text: string) => boolean;
}

/** Whether a conversation plays roles: its questions tell nothing about the speaker. */
export function playsRoles(text: string): boolean {
  return PLAYED.test(text);
}

/**
 * Returns the fact about the speaker inside a question, or null: the statement before the question, also of a named person, else the words from the first
 * mention of the speaker's things to the end of the clause. "Is it safe to take ibuprofen with my lisinopril?" gives "my lisinopril":
 * search hardly finds whole questions, because they answer none.
 */
export function findQuestionFact(sentence: string, { isStatement, isClear }: ClauseKinds): QuestionFact | null {
  const own = sentence.replace(QUOTED, (quoted) => ' '.repeat(quoted.length));
  if (MACHINE_TEXT.test(sentence)) return null;
  const unhailed = sentence.replace(HAIL, '');
  const stated = STATEMENT_FIRST.exec(unhailed)?.[1];
  const first = introducesSpeaker(stated ?? '') || !ASKS_BACK.test(sentence) ? stated : undefined;
  const tellsOfSpeaker = first !== undefined && (SPEAKER.test(first) || findOwnThing(first) >= 0);
  if (tellsOfSpeaker && !LEADS_TO_QUESTION.test(first) && (isClear(first) || tellsPlan(first)) && isStatement(first))
    return { text: first, question: null };
  if (first !== undefined && tellsOfNamed(first, unhailed.slice(first.length)) && isStatement(first))
    return { text: first, question: null };
  const who = PERSON_WHO.exec(own);
  if (who) return { text: sentence.slice(who.index, who.index + toWhat(who[0]).length), question: sentence };
  const thing = findThingOfWhich(own);
  if (thing !== null) return { text: sentence.slice(thing.from, thing.to).trim(), question: sentence };
  const condition = IMAGINED.test(own)
    ? null
    : (CONDITION.exec(own) ?? (MAY_I.test(own) ? ON_MEDICINE.exec(own) : null));
  const reason = condition ?? REASON.exec(own);
  const role = SPEAKER.test(own) ? own.search(ROLE) : -1;
  // "What do I eat" asks for what is known, unless a reason or a role follows.
  const isRecall = RECALL.test(own) && reason === null && role < 0;
  if (isRecall || (HYPOTHESIS.test(own) && condition === null)) return null;
  const found = [reason ? reason.index + reason[0].length : -1, findOwnThing(own), role, own.search(SPEAKER_PLACE)];
  const at = found.find((index) => index >= 0);
  const clause = at === undefined ? '' : (CLAUSE.exec(sentence.slice(at))?.[0].trim() ?? '');
  const text = INVERTED.test(sentence.slice(0, at)) ? toSubject(clause) : clause;
  return text === '' ? null : { text, question: sentence };
}

/** Returns the thing before a clause of the speaker about it, with the clause: at most three words without a function word. */
function findThingOfWhich(text: string): { from: number; to: number } | null {
  const which = WHICH.exec(text);
  if (!which || HYPOTHESIS.test(text)) return null;
  const before = text.slice(0, which.index).split(' ').slice(-THING_WORDS);
  const known = before.findLastIndex((word) => isStopWord(word.toLowerCase()) || isFunctionWord(word));
  const thing = before.slice(known + 1).join(' ');
  return thing === '' ? null : { from: which.index - thing.length, to: which.index + which[0].length };
}

/** Returns a statement about a person and the question behind it, apart: "She is dyslexic, so could you use short sentences?" Else the sentence. */
export function splitBeforeQuestion(sentence: string, { isStatement }: Pick<ClauseKinds, 'isStatement'>): string[] {
  const first = STATEMENT_FIRST.exec(sentence)?.[1];
  if (first === undefined || !ONE_PERSON.test(first) || !isStatement(first)) return [sentence];
  return [first, sentence.slice(first.length).replace(/^[\s,;:.–—-]+/u, '')];
}

/** Leaves out the verb of the question behind what is true of a person. */
const toWhat = (clause: string) => clause.replace(VERB_BEHIND, '$1').trimEnd();

function tellsOfNamed(statement: string, question: string): boolean {
  if (isAboutNamedPerson(statement)) return true;
  const [, lower = '', verb = '', state = ''] = LOWER_NAME.exec(statement) ?? [];
  if (lower !== '' && !isFunctionWord(lower) && !NO_PERSON.test(lower)) {
    if (isStateOfPeople(verb, state)) return true;
    if (PERSON_DOES.test(verb) && (PERSON_PRONOUN.test(question) || ONE_RELATIVE.test(lower))) return true;
  }
  const [name] = NAME_FIRST.exec(statement) ?? [];
  return name !== undefined && !isStopWord(name.trim().toLowerCase()) && PERSON_PRONOUN.test(question);
}

/** Cuts a clause after the noun that follows "my": after a name, else after at most two words. */
function toSubject(clause: string): string {
  const [own = '', ...words] = clause.split(' ');
  const isPartOfName = (word: string | undefined) => /^[\p{Lu}\p{N}]/u.test(word ?? '');
  let end = words.findIndex((word, index) => isPartOfName(word) && !word.includes('-') && index < 3);
  if (end < 0)
    end = words.findIndex((word, index) => index > 1 || (index > 0 && (NO_SUBJECT.test(word) || isStopWord(word))));
  else while (isPartOfName(words[end])) end += 1;
  return [own, ...words.slice(0, end < 0 ? words.length : end)].join(' ');
}

function findOwnThing(text: string): number {
  for (const { 1: phrase = '', index } of text.matchAll(OWN)) {
    const words = phrase.toLowerCase().trim().split(/\s+/u);
    const end = words.findIndex(isStopWord);
    const named = end < 0 ? words : words.slice(0, end);
    if (named.length > 0 && !NO_NOUN.test(phrase) && !named.some((word) => SAYS_NOTHING.has(word)))
      return index - (PART_OF.exec(text.slice(0, index))?.[0].length ?? 0);
  }
  return -1;
}
