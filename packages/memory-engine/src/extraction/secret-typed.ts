// What someone types where a device or an account asks: "if the laptop asks, type Marmot!7". Seven languages.
import { looksLikePassword, toPieces, toSpan, type Span } from './secret-shapes.js';
import { ACCOUNT, LOCKED } from './secret-words.js';

const VALUE = String.raw`(\S{5,60})(?=\s|$)`;
const THERE = String.raw`(?:(?:just|in|there|dann|einfach|dort|alors|là|ahí|entonces|lì|allora|aí|então|daar|dan|de)\s){0,2}`;
const TYPE = String.raw`(?:type|enter|put|use|say|tipp?e?|gib|nimm|schreib|tapez?|mets|écris|saisis|pon(?:gan?|es)?|escrib[ea]|mete|teclea|usa|scrivi|metti|digit[ae]|põe|bota|coloc[ae]|escreve|typ|voer|vul|tik)`;
/** "When the laptop asks, type X", "als oma haar tablet wil gebruiken moet ze X intikken" */
const ASKED = new RegExp(
  String.raw`(?<!\p{L})(?:when(?:ever)?|if|wenn|falls|sobald|quand|lorsque|si|cuando|quando|se|als|wanneer)\s[^.!?\n]{0,60}?(?<!\p{L})(?:asks?|prompts?|wants?|fragt|verlangt|will|demande|redemande|pid[ae]|quier[ea]|chied[ea]|vuole|ped(?:e|ir)|quer|vraagt|wil)(?!\p{L})[^.!?\n]{0,50}?\s${TYPE}\s${THERE}${VALUE}`,
  'giu',
);
/** "… muss man X eintippen", "moet ze X intikken": the verb stands behind. */
const TYPED_AT_END =
  /(?<!\p{L})(?:muss|musst|müsst|soll|kann|kannst|moet|moeten|kan|kun)\s(?:\p{L}{1,12}\s){0,4}?(\S{5,60})\s(?:ein(?:tippen|geben)|tippen|eingibst|intikken|intypen|invoeren|typen|invullen)(?!\p{L})/giu;
/** "Per entrare su X uso Y", "to log in to X I use Y" */
const TO_ENTER =
  /(?<!\p{L})(?:(?:to|um|pour|para|per|om)\s(?:(?:in|me|m['’]|mich|te|je|zu|ins?)\s?){0,2}(?:get in(?:to)?|log ?(?:in|on)|loggen|sign in|enter|entrer|connecter|entrare|accedere|collegarmi|entrar|acceder|aceder|conectarme|iniciar)|für den login|zum (?:einloggen|anmelden))(?! in touch)[^.!?;\n]{0,50}?[\s'’](?:use|type|nehme|nimm|nutze|benutze|utilise|mets|tape|uso|pongo|metto|digito|utilizo|ponho|gebruik|neem|typ)(?:\s(?:ich|je|ik|io|yo|eu|i))?\s(\S{5,60}?)(?=[.,;!]*\s*$|[.,;!]+\s|\s(?:and|but|und|aber|et|mais|y|pero|e|ma|mas|en|maar)\s)/giu;

/** "Firefox115", "VLC3.0" */
const PRODUCT =
  /^(?:firefox|chrome|edge|safari|opera|vlc|windows|office|android|ios|i?phone|ipad|macos|galaxy|pixel|ubuntu|debian|fedora|linux|python|java|node|word|excel|photoshop|autocad)[\d-]|^\p{L}+\d+(?:\.\d+)+$|^[ld]['’]\p{L}?\d+$/iu;

/** Returns words that look like a password where a sentence says that they are typed. */
export function findTyped(segment: string): Span[] {
  const patterns = LOCKED.test(segment) || ACCOUNT.test(segment) ? [ASKED, TYPED_AT_END, TO_ENTER] : [TO_ENTER];
  return patterns
    .flatMap((pattern) => [...segment.matchAll(pattern)])
    .flatMap(({ 0: all, 1: given = '', index }) => toPieces(given, index + all.lastIndexOf(given)).slice(0, 1))
    .filter(({ text }) => looksLikePassword(text) && !PRODUCT.test(text))
    .map(toSpan);
}
