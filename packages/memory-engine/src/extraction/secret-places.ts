import { isFunctionWord } from '../words/function-words.js';
import { findClauses } from './clauses.js';
import {
  isExclaimed,
  isMeasureOrProduct,
  isNumberCode,
  isOrdinary,
  isReferenceCode,
  looksSecret,
  toPieces,
  toSpan,
  type Piece,
  type Span,
} from './secret-shapes.js';
import {
  DIGIT_WORD,
  ENTERS,
  LINK,
  LOCK,
  OPENS,
  SPOKEN_DIGITS,
  LOCKED,
  LOG_IN,
  NETWORK,
  TIME_BEFORE,
  TYPE_IN,
  UNLOCK,
  USER_NAME,
  entersAccount,
} from './secret-words.js';

/** What a clause is about, and so which words are secrets by their shape alone. */
type Place = 'named' | 'unlocking' | 'lock' | 'account';

const spokenDigitsMin = 4;
/** "To get into the bin room, press 0 4 7 5" */
const TO_ENTER =
  /(?<!\p{L})(?:to get in(?:to|side)?(?! touch)|um (?:rein|hinein)zukommen|pour (?:entrer|rentrer)|para entrar|pra entrar|per entrare|om binnen te komen)(?!\p{L})/iu;
const ARTICLE = /^(?:an?|eine?[nmr]?|une?|una|uma?|uno|een)$/iu;
/** "Our wifi is called Livebox-7A40", "I named the router X": what follows is a name. */
const NAMES =
  /^(?:(?:re)?named?|called|heiß(?:t|en)|heisst|genannt|nenn(?:e|t|en)|(?:s['’])?appel(?:le|lent|é|ée)|llam(?:a|o|é|ado|ada)|chiam(?:a|o|ato|ata)|chama(?:-se)?|chamado|heet|noem|noemde|ssid)$/iu;
const WITH = /^(?:with|mit|avec|con|com|met|using)$/iu;
const OWN = /^(?:my|our|mein[e]?|unser[e]?|mon|ma|mi|mio|mia|meu|minha|mijn|ons|onze)$/iu;
/** "My flight BA2490 leaves from gate K38." */
const JOURNEY =
  /^(?:flight|train|bus|ferry|flug|zug|fähre|vol|train|vuelo|tren|volo|treno|voo|comboio|vlucht|trein)$/iu;
/** Words that no number counts: "schaltet man mit 4711 ab", "type 4471 within a minute". */
const UNCOUNTED =
  /^(?:th(?:is|ese)|like|if|when|since|un?til|in case|diese[rsnm]?|seit|falls|wenn|cette|ces|si|esta|este|hasta|creo|questa|questo|fino|credo|essa|esse|acho|deze|dit|sinds|volgens|glaub[e]?|ah|oh|btw|lol|ab|an|auf|aus|ein|frei|within|innerhalb|binnen|dentro|entro|then|dann|puis|luego|poi|depois|dan|gets?|opens?|geht|kommst?|kommt|kriegst|bekommt|krijgt?|gaat|kom|kunt?|entr[aei]s?|apr[ei]|abres?|ouvr\p{L}+|\p{L}{2,}ly)$/iu;
/** "My voicemail asks for 6650." */
const ASKS = /^(?:asks?|asking|wants?|waits?|looks?|fragt|bittet|verlangt|demande|pide|chiede|pede|vraagt)$/iu;
const RANGE = /^(?:to|till|until|bis|à|a|al|alle|até|às|tot|[-–])$/iu;
/** "RAL 7016", "ISO 9001": a color or a standard. */
const STANDARD = /^(?!PIN|PUK|CVV|CVC|OTP|TAN|SMS|SIM|CODE)\p{Lu}{2,4}$/u;
const NUMBERED =
  /^(?:apartment|apt|flat|suite|floor|wohnung|appartement|appart|étage|apartamento|piso|appartamento|interno|andar|verdieping|bus|line|linie|ligne|línea|linea|linha|lijn|page|seite|página|pagina|numbers?|nummer|numéro|número|numero|nr|no|model|modell|modèle|modelo|modello|room|zimmer|level|stage|niveau|nivel|nível|livello|episode)$/iu;

/**
 * Returns the words that are secrets by their shape, in the clause that names a secret or says how something locked opens, or else in the one
 * next to it: "The alarm panel takes 5580", "I changed my door code; it's 2580". `names` are the places of the names, `known` those of the
 * values that were found by their grammar.
 */
export function findSecretsByShape(segment: string, names: readonly Span[], known: readonly Span[]): Span[] {
  if (names.length === 0 && !/\d/u.test(segment) && !SPOKEN_DIGITS.test(segment)) return [];
  const clauses = findClauses(segment);
  const isWithin = ({ from }: Span, clause: Span) => from >= clause.from && from < clause.to;
  return clauses.flatMap((clause, index) => {
    const own = segment.slice(clause.from, clause.to);
    const place = names.some((name) => isWithin(name, clause)) ? 'named' : placeOf(own, segment);
    if (place === null) return [];
    const found = valuesOf(segment, clause, place);
    if (place === 'lock') return [...found, ...valueThatIs(segment, clauses[index + 1])];
    const hasValue = found.length > 0 || known.some((span) => isWithin(span, clause));
    const beside = [clauses[index + 1], clauses[index - 1]].flatMap((other) =>
      other ? valuesOf(segment, other, place) : [],
    );
    const isLikely = (word: string) => !isReferenceCode(word) && !(hasValue && isNumberCode(word));
    return [...found, ...beside.filter(({ from, to }) => isLikely(segment.slice(from, to)))];
  });
}

function placeOf(clause: string, segment: string): Place | null {
  if (UNLOCK.test(clause) || (TYPE_IN.test(clause) && (LOCKED.test(segment) || TO_ENTER.test(segment))))
    return 'unlocking';
  // "Entro no portal com X e o utilizador é Y": no gate.
  if (ENTERS.test(clause) && USER_NAME.test(segment)) return 'account';
  if (LOCK.test(clause)) return 'lock';
  const isAccount = LOG_IN.test(clause) || NETWORK.test(clause) || entersAccount(clause);
  return isAccount ? 'account' : null;
}

function valuesOf(segment: string, { from, to }: Span, place: Place): Span[] {
  const pieces = toPieces(segment.slice(from, to), from);
  const spoken = place === 'account' ? [] : findSpokenDigits(pieces);
  const isKey = LOCK.test(segment.slice(from, to)) && !pieces.some(({ text }) => WITH.test(text));
  const values = pieces.flatMap((piece, index) => {
    const before = pieces[index - 1];
    if (place === 'account' && isNetworkName(pieces, index)) return [];
    const [earlier, after] = [pieces[index - 2]?.text ?? '', pieces[index + 1]];
    return isSecretAt(piece, place, { before, after, isInitial: index < 2, isKey, earlier }) ? [toSpan(piece)] : [];
  });
  return [...spoken, ...values];
}

/** "The lock of my bike, it's 4096." */
function valueThatIs(segment: string, clause: Span | undefined): Span[] {
  const own = clause === undefined ? '' : segment.slice(clause.from, clause.to);
  const code =
    /^(?:it['’]s|they['’]re|they are|c['’]est|ce sont|(?:das|es|dat|het) (?:ist?|sind|zijn)|dat zijn|es|son|è|é|sono|são|cioè)\s(?!(?:19|20)\d\d)(\d{4,8}[#*]?|\d(?:[- ]\d){2,5})[.!]?$/iu.exec(
      own.trim(),
    )?.[1];
  if (clause === undefined || code === undefined) return [];
  return [toSpan({ text: code, at: segment.indexOf(code, clause.from), isQuoted: false })];
}

/** Whether a word follows "is called", or what was named, or is "Cafe_Guest". */
function isNetworkName(pieces: readonly Piece[], at: number): boolean {
  const before = pieces.slice(Math.max(0, at - 5), at).map(({ text }) => text);
  const isOpen = /(?:^|[_-])(?:guest|gast|public|free|[25]g)(?:$|[_-])/iu.test(pieces[at]?.text ?? '');
  if (isOpen && !WITH.test(before.at(-1) ?? '') && before.some((word) => NETWORK.test(word))) return true;
  if (/^(?:to|in|en|a|naar)$/iu.test(before.at(-1) ?? '')) before.pop();
  const last = before.at(-1) ?? '';
  return NAMES.test(last) || (NETWORK.test(last) && before.some((word) => NAMES.test(word)));
}

/** "Four nine two one", "4 9 2 1": at least as many digits in words as a PIN has. "3 18 44" after "with": the turns of a dial. */
function findSpokenDigits(pieces: readonly Piece[]): Span[] {
  const runs: Piece[][] = [[]];
  const turns = pieces.findIndex(({ text }) => WITH.test(text)) + 1;
  const dial = pieces.slice(turns).findIndex(({ text }) => !/^\d{1,2}$/u.test(text));
  const turned = turns === 0 ? [] : pieces.slice(turns, dial === -1 ? undefined : turns + dial);
  if (turned.length >= 3) return turned.map(toSpan);
  const groups = findGroups(pieces.slice(turns));
  if (turns > 0 && groups.length > 1) return [toRun(groups)];
  for (const piece of pieces) {
    if (DIGIT_WORD.test(piece.text) || /^\d$/u.test(piece.text)) runs.at(-1)?.push(piece);
    else if (piece.text !== ',') runs.push([]);
  }
  // "The padlock is 5 2 7"
  const isLinked = (run: readonly Piece[]) =>
    run.length === 3 &&
    pieces.at(-1) === run[2] &&
    run.every(({ text }) => /^\d$/u.test(text)) &&
    LINK.test(pieces[pieces.findIndex((piece) => piece === run[0]) - 1]?.text ?? '');
  return runs.filter((run) => run.length >= spokenDigitsMin || isLinked(run)).map(toRun);
}

function toRun(pieces: readonly Piece[]): Span {
  const ends = pieces.map((piece) => toSpan(piece).to);
  return { from: pieces[0]?.at ?? 0, to: ends.at(-1) ?? 0 };
}

/** "With 482 915": groups of digits that count nothing. */
function findGroups(pieces: readonly Piece[]): readonly Piece[] {
  const end = pieces.findIndex(({ text }) => !/^\d{2,4}$/u.test(text));
  const after = end === -1 ? '' : (pieces[end]?.text ?? '');
  const counts = /^\p{L}{2,}$/u.test(after) && !UNCOUNTED.test(after) && !isFunctionWord(after);
  return counts ? [] : pieces.slice(0, end === -1 ? undefined : end);
}

interface Neighbors {
  readonly before: Piece | undefined;
  readonly after: Piece | undefined;
  /** Whether the word before begins the clause. */
  readonly isInitial: boolean;
  /** Whether the clause names a lock, and does not say with what it opens. */
  readonly isKey: boolean;
  /** The word before the word before. */
  readonly earlier: string;
}

function isSecretAt({ text }: Piece, place: Place, { before, after, isInitial, isKey, earlier }: Neighbors): boolean {
  // Where an exclamation is a value, its grammar finds it.
  if (isOrdinary(text) || isExclaimed(text)) return false;
  const previous = before?.text ?? '';
  const isNamedThing = ARTICLE.test(previous) || (!isInitial && /^\p{Lu}\p{Ll}/u.test(previous));
  if (looksSecret(text) && !isNumberCode(text)) {
    // "I log in with Sunflower7": a product otherwise, such as "Windows11" and "Okta2".
    const isOfNetwork = LINK.test(previous) && /^(?:wi-?fi|wlan)$/iu.test(earlier);
    const isGiven =
      /^\p{Lu}\p{Ll}+\d$/u.test(text) &&
      (WITH.test(previous) || isOfNetwork || /^(?:,|and|und|et|y)$/iu.test(previous));
    const isLikely = text.length >= 6 && !isNamedThing && (isGiven || !isMeasureOrProduct(text));
    const isJourney = JOURNEY.test(previous) && isReferenceCode(text);
    if (place === 'lock') return /^(?=.*\d)[A-Z\d]{4,6}$/u.test(text) && !isNamedThing && !isJourney;
    // "My Pixel8 unlocks with my face.", unlike "My Sesame7 unlocks the door."
    if (place === 'unlocking' && isInitial && !isKey && OWN.test(previous) && isMeasureOrProduct(text)) return false;
    if (place !== 'account') return place === 'named' || !/^(?:the|de[rn]|das|el|il|het)$/iu.test(previous);
    // "I log in to Office365", "the branch login-flow-v3"
    const isEntered = /^(?:in to|\S* into)$/iu.test(`${earlier} ${previous}`);
    return isLikely && !isReferenceCode(text) && !LOG_IN.test(text) && !isEntered;
  }
  // "from 0900 to 1700"
  if (place === 'account' || !isNumberCode(text) || (RANGE.test(previous) && isNumberCode(earlier))) return false;
  if (before === undefined && after !== undefined && (LINK.test(after.text) || OPENS.test(after.text))) return true;
  // "14 characters", "I type 3500 words". Four digits are rarely a count, where a secret is named.
  const isTyped = TYPE_IN.test(`${earlier} ${previous}`);
  const isLong = place === 'named' && text.length >= 4;
  const isNoun = after !== undefined && /^\p{L}{2,}$/u.test(after.text) && !UNCOUNTED.test(after.text);
  const isCounted = !isLong && isNoun && !/^\d(?:-\d){2,}$/u.test(text) && !isFunctionWord(after.text);
  if (isCounted || NUMBERED.test(previous) || (place === 'lock' && STANDARD.test(previous))) return false;
  if (WITH.test(previous)) return true;
  // "runs on poort 8123", "sulla porta 4200": a port of a server.
  if (/^(?:poort|porta)$/iu.test(previous) && /^(?:op|via|sulla|na|su|pela)$/iu.test(earlier)) return false;
  if (LOCK.test(previous)) return !/^(?:lockers?|spind|casier|taquilla|armadietto)$/iu.test(previous);
  // What follows "is" was found by its grammar.
  if (!isTyped && /^(?:1[89]|20)\d\d$/u.test(text)) return false;
  if (place === 'named') return true;
  const isTime = TIME_BEFORE.test(previous) && !isTyped && !ASKS.test(earlier) && !/^\d(?:-\d){2,}$/u.test(text);
  return !isTime && !isNamedThing && !/^\d+$/u.test(previous) && !/^\d+$/u.test(after?.text ?? '');
}
