// Values of plain words: "My locker code is banana", "The shed's code is blue horse staple." Seven languages.
import { isFunctionWord } from '../words/function-words.js';
import type { Span } from './secret-shapes.js';
import { isPlainNoun } from './secret-noun.js';
import { DESCRIPTION, DIGIT_WORD, LOCKED } from './secret-words.js';

const reach = 160;
/** What a name belongs to: "for the shared album", "de mon casier", "wifi". */
const BELONGS = String.raw`((?:\s(?:of|for|to|on|in|at|from|von|vom|für|fürs|zu|zum|zur|im|an|am|der|des|de|du|d['’]|pour|del|para|di|della|dello|dell['’]|dei|per|do|da|van|voor)\s?[^.,!?:;=\n]{1,40}?|\s(?:wi-?fi|wlan|netflix))?)`;
const RELATIVE = /\s(?:who|that|which|qui|que|che)$/iu;
const NOW = String.raw`(?:(?:now|still|currently|just|again|jetzt|nun|noch|immer noch|aktuell|maintenant|toujours|encore|ahora|ancora|adesso|ora|agora|nu|nog|nog steeds)\s)?`;
const COPULA = String.raw`(?:(?:is|was|will be|should be|used to be|ist|war|wird|lautet|c['’]est|est|était|es|era|será|è|é|sarà|wordt):?\s)`;
const ENDS = String.raw`(?=\s{0,3}(?:[.!?,;\n]|$)|\s(?:and|but|until|till|since|und|aber|bis|seit|et|mais|y|pero|e|ma|mas|en|maar)\s)`;
const WORDS = String.raw`((?:\p{L}{2,14} ){0,7}?\p{L}{2,22})`;
const IS = new RegExp(
  String.raw`^(?:${BELONGS},?\s${COPULA}|['’]s\s|\?\s(?:it['’]s|it is)\s)${NOW}${WORDS}${ENDS}`,
  'iu',
);
const LABEL = new RegExp(String.raw`^${BELONGS}\s?[:=]\s*${WORDS}${ENDS}`, 'iu');
const OWN = String.raw`(?:my|our|mein|unser|mon|notre|mi|la mia|il mio|a minha|o meu|minha|mijn|ons)\s`;
/** "Blue horse staple is my locker code" */
const BEFORE = new RegExp(
  String.raw`(?:^|[,;]\s|\s(?:and|but)\s)${WORDS}\s(?:is|ist|est|es|è|é|as|als|comme|como|come)\s${OWN}(?:\p{L}{2,12}\s)?$`,
  'iu',
);
/** "I always use blue horse staple as my password", "ich nehme sonnenblume als passwort" */
const USED = new RegExp(
  String.raw`(?:^|\s)(?:use|using|nehme|benutze|verwende|utilise|uso|utilizo|gebruik)\s(?:(?:always|immer|toujours|siempre|sempre|altijd)\s)?${WORDS}\s(?:as\s${OWN}|(?:als|comme|como|come)\s(?:${OWN})?)(?:\p{L}{2,12}\s)?$`,
  'iu',
);
/** "Lautet jetzt rosarot elefant tanzt": this word says nothing else of a password. */
const READS = new RegExp(
  String.raw`^\s+lautet\s(?:jetzt\s|nun\s|ab sofort\s)?((?:\p{L}{2,14} ){0,7}?\p{L}{2,22})(?=\s*(?:[.!,;\n]|$)| (?:und|aber) )`,
  'iu',
);
/** "My password, correct horse battery staple, is great." */
const APPOSED = /^, ((?:\p{L}{2,14} ){3,7}\p{L}{2,14})(?=, (?:is|was|ist|war|est|era|es|è|é)(?!\p{L}))/iu;

/** "Exactly twelve characters long", "stored in apple keychain": the first word of what a password is like. */
const DESCRIBED =
  /^(?:still|exact|noch|encore|ancora|todavía|ainda|nog|\p{L}{3,}(?:ly|mente?|stens|ad[oa]|id[oa]|at[oa]|it[oa]|ut[oa]|ée?)|ge\p{L}{3,}(?:en|t)|\p{L}{2,}(?:ept|ost))$/iu;
/** "Changed weekly", "stored offline": English participles say something, unless a phrase begins with one: "flying purple monkey". */
export const PARTICIPLE = /^(?:\p{L}{3,}ed|\p{L}{2,}ing)$/iu;
const USUAL_PARTICIPLE =
  /^(?:stor|sav|print|chang|reus|shar|protect|encrypt|manag|generat|leak|compromis|requir|need|expir|not|record|assign|provid|issu|reset|updat|lock|disabl|list|display|post|gett|caus|giv|driv|mak|bother|work|be|need|wear|becom|go|com|leav|miss|annoy|pend|resett|runn|fail|confus|look|keep|hold|stopp|giv)(?:ed|ing)$/iu;
/** How long or old a password is. */
const MEASURED =
  /^(?:characters?|letters?|digits?|signs?|words?|numbers|figures|years?|months?|weeks?|days?|times?|today|yesterday|anymore|zeichen|buchstaben|ziffern|zahlen|stellen|stellig|jahre?|monate?|wochen?|tage?|caractères|lettres|mots|chiffres|ans?|mois|semaines?|jours?|matin|caracteres|letras|palabras|cifras|números|dígitos|años?|mes(?:es)?|semanas?|días?|caratteri|lettere|parole|cifre|numeri|anni|mesi|settimane|giorn[io]|ormai|anos?|dias?|tekens|letters|cijfers|woorden|jaar|maanden|weken|dagen)$/iu;
/** The first word of "super weak", "common knowledge", "ask Tom" and "toujours pareil". */
const SAYS =
  /^(?:super|pretty|kinda|way|fairly|rather|extremely|somewhat|mostly|partly|almost|always|probably|really|quite|case|top|pure|plain|absolute|complete|total|utter|common|public|company|much|more|less|almost|maybe|due|worth|out|back|up|off|down|about|ask|see|check|look|forgot|forgotten|use|try|works?|does|did|will|please|unchanged|streng|echt|ziemlich|recht|viel|immer|fast|ganz|halb|leider|schon|bald|wieder|voll|absolut|komplett|reine?|siehe|frag|frage|steht|liegt|hängt|vergessen|dasselbe|gleich|très|assez|plutôt|toujours|jamais|vraiment|presque|encore|déjà|bien|facile|difficile|segredo|secreto|segreto|default|open|closed|legacy|identique|pareil|trouvable|voir|demande|bastante|demasiado|siempre|casi|fácil|difícil|igual|idéntic[oa]|ver|pregunta|molto|abbastanza|quasi|piuttosto|uguale|vedi|chiedi|bem|muito|sempre|quase|pergunta|best|vrij|altijd|bijna|veel|redelijk|nogal|echt|hetzelfde|makkelijk|lastig|zie|vraag|staat|ligt|hangt)$/iu;
/** "Scritta sulla scatola", "written behind it": participles of their own form, and where something is. */
const PLACED_WORDS =
  '(?:hung|stuck|taped|glued|told|sold|sent|kept|hidden|known|shown|scritt[oa]|nascost[oa]|mess[oa]|rimast[oa]|pers[oa]|attaccat[oa]|incollat[oa]|appes[oa]|stampat[oa]|pegad[oa]|colad[oa]|collée?|affichée?|aufgeklebt|geplakt|notoria?|escrit[oa]|puest[oa]|dich[oa]|écrite?|inscrite?|mise?|connue?|bekannt|bekend|hinterlegt|genannt|notiert|opgeschreven|verstopt|behind|beneath|inside|outside|near|next|hinter|neben|vorne|hinten|oben|unten|derrière|dessous|dessus|dedans|dehors|detrás|debajo|encima|dentro|fuera|sull[aeo]?|sugli|sui|sul|nell[aeo]|negli|nei|dall[aeo]|dal|dietro|sotto|sopra|atrás|cima|achter|naast|boven|onder|buiten|binnen)';
const PLACED = new RegExp(`^${PLACED_WORDS}$`, 'iu');
const IN_A_PLACE = new RegExp(
  String.raw`(?<!\p{L})(?:is|was|ist|war|est|était|è|era|es|está|estaba|é|estava|staat) ${PLACED_WORDS}(?: [\p{L}’']+){0,4}$`,
  'iu',
);
const placeMax = 80;

/** Whether a text ends with where something is: "The wifi password is taped to the fridge". */
export const endsWithPlace = (text: string): boolean => IN_A_PLACE.test(text.slice(-placeMax));
/** Turns of a dial. */
const SIDE = /^(?:left|right)$/iu;
/** The last word of "case sensitive". */
const LIKE =
  /(?:able|ible|[aei]tive|sitive|ful|less|ous|proof|secret|general|usual|always|wise|sicher|bar|los|lich|knowledge|nonsense|garbage|rubbish|hygiene|policy|joke)$/iu;
/** English, German and Dutch put what describes before a noun, so a value ends with the noun. */
const GERMANIC = /^(?:[^]*?\s)?(?:is|ist|lautet)\s/iu;

/** "The building code is complete nonsense", "the combination of cheese and jam": these names have other senses. */
const OTHER_SENSE = /(?<!\p{L})(?:building)[\s-]codes?$/iu;
const IN_PAIRS = /^(?:combin|kombination|zahlenkombination)/iu;
/** Places with a lock, beside those of `LOCKED`. */
export const LOCKED_PLACE =
  /(?<!\p{L})(?:sheds?|cellar|basement|office|house|flat|apartment|building|bike|suitcase|gym|attic|cabin|garden|car|\p{L}*(?:keller|(?:garten|hof|garagen|einfahrts|eingangs)tor|poort|deur|schuppen|haus|büro|wohnung|spind|koffer|rad|garage|kluis|kluisje|schuur|kelder|huis|kantoor|koffer|fiets)|cave|cabanon|bureau|maison|immeuble|vélo|valise|trastero|cobertizo|oficina|casa|edificio|bici|bicicleta|maleta|cantina|ufficio|palazzo|valigia|arrecadação|cacifo|escritório|prédio|mala|armário|cadeado)(?!\p{L})/iu;

/** "The code to our building": not one that programs it. */
export const CODE_TO_PLACE = new RegExp(
  String.raw`(?<!\p{L})(?:code[ns]?|c[óo]digo|codice) (?:to|zum|zur|du|de (?:notre|mon|la|mi)|del(?:la)?|de l['’]|d[ao]|van (?:het|ons|de)) ?(?:the |our |my )?${LOCKED_PLACE.source}(?=\s?[(:=,.]|\s(?:is|ist|est|es|è|é)\s|\s\d)`,
  'iu',
);

/** "Ist 8264 und das Rad ist grün": the word is about something else. */
const OTHER_CLAUSE = /\d|\s(?:and|but|und|aber|et|mais|y|pero|e|ma|mas|en|maar)\s/iu;

type NameKind = 'password' | 'login' | 'weak' | 'code' | 'bare' | 'sent';

interface Named {
  readonly kind: NameKind;
  readonly from: number;
  readonly to: number;
}

/** Returns the words that are the value of a password, a phrase or the code of a lock, if they say nothing about it. */
export function findPlainWords(segment: string, name: Named): Span | null {
  const rest = segment.slice(name.to, name.to + reach);
  const isLabel = /^(?:\s*(?:\p{L}|['’-]){1,14}){0,3}\s*$/u.test(segment.slice(0, name.from));
  const found = IS.exec(rest) ?? (isLabel ? LABEL.exec(rest) : null);
  if (!hasWords(segment, name, found?.[1] ?? '')) return null;
  const plain = READS.exec(rest) ?? found ?? APPOSED.exec(rest);
  if (plain) {
    const value = plain.at(-1) ?? '';
    const from = name.to + plain[0].length - value.length;
    if (!saysSomething(value, segment.slice(name.from, name.to), plain[0])) return { from, to: from + value.length };
  }
  return findBefore(segment, name);
}

function findBefore(segment: string, { from, to }: Named): Span | null {
  if (!/^\s{0,3}(?:[.,;!?]|$)/u.test(segment.slice(to))) return null;
  const before = segment.slice(Math.max(0, from - reach), from);
  const [all = '', value = ''] = USED.exec(before) ?? BEFORE.exec(before) ?? [];
  if (value === '' || saysSomething(value, segment.slice(from, to), ' is ')) return null;
  const at = from - all.length + all.indexOf(value);
  return { from: at, to: at + value.length };
}

/** Whether words may be a value of a name. A code has to be one of a lock: "the code for my website" is another thing. */
function hasWords(segment: string, { kind, from, to }: Named, owner: string): boolean {
  // "… and I went with my brother-in-law, who is": a clause of its own.
  if (RELATIVE.test(owner)) return false;
  const name = segment.slice(from, to);
  if (kind === 'password') return true;
  if (kind === 'weak' && !isBare(name)) return /(?:phrase|mnemonic|satz|zin)$|frase|phrase/iu.test(name);
  if (kind === 'login' || kind === 'sent' || OTHER_SENSE.test(segment.slice(0, to))) return false;
  if (kind === 'code' && !IN_PAIRS.test(name) && !isBare(name)) return true;
  const [, before = ''] = /(\p{L}+)(?:['’]s)?[\s-]$/u.exec(segment.slice(0, from)) ?? [];
  const place = /^\s(?:on|in|at|im|an|am)\s/iu.test(owner) ? '' : (/\p{L}+\s*$/u.exec(owner)?.[0].trim() ?? '');
  return [before, place].some((word) => LOCKED.test(word) || LOCKED_PLACE.test(word)) || LOCKED.test(place);
}

/** "Clave" is a code, too. */
const isBare = (name: string) => /^(?:codes?|code[ns]|c[oó]digos?|codice|codici|clave)$/iu.test(name);

function saysSomething(value: string, name: string, all: string): boolean {
  const words = value.split(' ');
  const lead = all.slice(0, all.length - value.length);
  if (words.length === 1) return SAYS.test(value) || OTHER_CLAUSE.test(lead) || !isPlainNoun(value, { name, lead });
  const [first = '', second = '', last = ''] = [words[0], words[1], words.at(-1)];
  if (isDescription(first) || SAYS.test(first)) return true;
  const isPhrase = words.length > 2 && !USUAL_PARTICIPLE.test(first) && !isDescription(second) && !SAYS.test(second);
  if (PARTICIPLE.test(first) && !isPhrase) return true;
  if (words.some((word) => MEASURED.test(word) || PLACED.test(word))) return true;
  const isProse = (word: string) => isFunctionWord(word) && !DIGIT_WORD.test(word) && !SIDE.test(word);
  if (words.some(isProse)) return true;
  if (!GERMANIC.test(lead) || words.length > 3) return false;
  return LIKE.test(last) || DESCRIPTION.test(last);
}

/** Whether a single word says what a password is like, where it is, or what became of it. */
export function isDescribing(word: string): boolean {
  return isDescription(word) || [SAYS, MEASURED, PLACED, USUAL_PARTICIPLE, PARTICIPLE].some((rule) => rule.test(word));
}

/** Whether a word begins what a password is like. "Correct" may begin one as well. */
export function isDescription(word: string): boolean {
  return DESCRIBED.test(word) || (DESCRIPTION.test(word) && word !== 'correct' && !SIDE.test(word));
}
