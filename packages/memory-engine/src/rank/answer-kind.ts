import { ANY_MONTH } from '../time/month-words.js';
import { NUMBER_WORDS, WEEKDAY_WORDS } from '../time/relative-words.js';
import { foldWord } from '../words/function-words.js';
import { holdsName, NAME_QUESTIONS } from './answer-name.js';

// What an answer must contain, by the question: "How old is Rex?" asks for a number. A memory about Rex without one does not answer it, however much
// it resembles the question. English, German, French, Spanish, Italian, Portuguese and Dutch, without accents.

/** `code`: a telephone number, a password. `date` includes times of day. `duration`: a number or a date. */
export type AnswerKind = 'number' | 'date' | 'duration' | 'color' | 'code' | 'email' | 'address' | 'name';

const whole = (words: string) => `(?<![\\p{L}\\p{N}])(?:${words})(?![\\p{L}\\p{N}])`;

/** What asks for each kind. The first that matches counts. */
const ASKED: readonly (readonly [AnswerKind, RegExp])[] = [
  [
    'code',
    toPattern(
      '(?:phone|mobile|insurance|account|student|registration|passport|security|licen[cs]e|room|flight) number|(?:number|licen[cs]e|registration) plate|postcode|zip code|password|pin',
      '(?:telefon|handy|konto|steuer|versicherungs|ausweis|zimmer)nummer|postleitzahl|passwort|kennwort|numero de (?:tele\\p{L}+|securite|compte|telefono|cuenta|pasaporte)|mot de passe|code postal|contrasena|codigo postal',
      'numero di telefono|telefoonnummer|wachtwoord|numero do telefone|senha',
    ),
  ],
  ['email', toPattern('e-?mail(?:s|adresse| address)?|correo(?: electronico)?')],
  [
    'address',
    toPattern('address|street and number|\\p{L}*adresse|\\p{L}*anschrift|direccion|indirizzo|endereco|adres'),
  ],
  ['color', toPattern('colou?rs?|\\p{L}*farben?|couleurs?|color(?:es)?|colore|cor|kleur')],
  [
    'duration',
    toPattern(
      'how long|(?:seit|bis) wann|wie lange|depuis (?:quand|combien)|cuanto tiempo|desde cuando|da quanto|hoe lang|ha quanto',
    ),
  ],
  [
    'number',
    toPattern(
      'how (?:old|many|much|tall|high|far|big|heavy|often)|(?:shoe|dress|shirt) size|salary|interest rate|do (?:i|we) weigh|age of',
      'what (?:do|did|does|will) .{1,40} (?:cost|earn|pay|weigh)|price of|(?:prix|poids) d\\p{L}+|precio|que (?:cuesta|cuestan|costo)|was (?:wiege|zahle|zahlen|bezahle|bezahlen)',
      'wie (?:alt|viele?|hoch|gross|oft|weit|schwer)|\\p{L}*gehalt|verdien(?:e|t|st)|(?:schuh|kleider)grosse|was (?:kostet|kosten|hat .{0,30}gekostet)',
      'quel age|combien|pointure|ma taille|la taille d\\p{L}+|que edad|cuant[oa]s?|sueldo|que (?:numero|talla)|numero de (?:zapato|pie)',
      'quant[oiae]|quanti anni|hoeveel|hoe (?:oud|groot|hoog|zwaar)',
      'fees?|wages?|hourly (?:rate|pay)|rate of interest|dos(?:e|age)|\\p{L}*dosis|zinssatz|stundenlohn|taux d\\p{L}+|dose d\\p{L}+|loyer|tasa de interes|dosis|salario|tarifa|stipendio',
    ),
  ],
  [
    'date',
    new RegExp(
      `^(?:(?:and|so|und|et|y) )?(?:${whole(
        'when|since when|what (?:date|day|time|month|year)|which (?:date|day|month|year)|wann|um wie ?viel uhr|quand|a quelle heure|quel jour|cuando|a que hora|que dia|quando|wanneer|a che ora|hoe laat',
      )})|${whole('birthday|geburtstag|anniversaire|cumpleanos|compleanno|verjaardag')}`,
      'u',
    ),
  ],
  ['name', toPattern(...NAME_QUESTIONS)],
];

function toPattern(...words: readonly string[]): RegExp {
  return new RegExp(whole(words.join('|')), 'u');
}

/** Returns what an answer to a question must contain. Null: anything may answer it. */
export function readAnswerKind(question: string): AnswerKind | null {
  const folded = foldWord(question).replace(/^[^\p{L}\p{N}]+/u, '');
  return ASKED.find(([, pattern]) => pattern.test(folded))?.[0] ?? null;
}

const SMALL_NUMBERS = Object.entries(NUMBER_WORDS).flatMap(([word, value]) => (value > 1 ? [foldWord(word)] : []));
const NUMBER = new RegExp(
  `\\p{N}|${whole(
    `${SMALL_NUMBERS.join('|')}|half|dozen|twice|once|never|six|seven|eight|nine|ten|eleven|twelve|\\p{L}+teen|(?:twen|thir|for|fif|six|seven|eigh|nine)ty(?:-\\p{L}+)?|\\p{L}*(?:hundred|thousand)|` +
      'sieben|acht|neun|zehn|elf|zwolf|\\p{L}+zehn|\\p{L}*(?:zwan|drei|vier|funf|sech|sieb|acht|neun)(?:zig|ssig)|\\p{L}*(?:hundert|tausend)|' +
      'sept|huit|neuf|dix|onze|douze|treize|quatorze|quinze|seize|vingt|trente|quarante|cinquante|soixante|cents?|mille|' +
      'seis|siete|ocho|nueve|diez|once|doce|trece|catorce|quince|veint\\p{L}+|(?:trei|cuare|cincue|sese|sete|oche|nove)nta|cien|ciento|mil|' +
      'sei|sette|otto|nove|dieci|undici|dodici|venti|cento|sete|oito|dez|vinte|zes|zeven|negen|tien|twintig|honderd',
  )}|-(?:two|three|four|five|six|seven|eight|nine)`,
  'u',
);
const DATE = new RegExp(
  `\\p{N}|${whole(
    `(?:${foldWord(ANY_MONTH)}|${foldWord(WEEKDAY_WORDS.join('|'))})s?|` +
      'spring|summer|autumn|winter|easter|christmas|ramadan|morning|noon|evening|nights?|midnight|week|weekend|today|yesterday|tomorrow|weekly|daily|(?:quarter|half) (?:past|to)|o.clock|' +
      'fruhling|fruhjahr|sommer|herbst|ostern|weihnachten|morgens?|mittags?|abends?|nachts?|woche|uhr|gestern|heute|' +
      'printemps|ete|automne|hiver|paques|noel|matin|midi|soir|nuit|semaine|heures?|hier|' +
      'primavera|verano|otono|invierno|pascua|navidad|manana|madrugada|tarde|noche|semana|ayer|estate|autunno|mattina|sera|lente|zomer|herfst|ochtend|avond',
  )}`,
  'u',
);
const COLOR = toPattern(
  'red|blue|green|white|black|gr[ae]y|yellow|orange|pink|purple|violet|brown|ginger|blond[e]?|beige|silver|golden|turquoise|cream|navy|teal|crimson|lilac|maroon',
  '(?:dunkel|hell|knall)?(?:rot|blau|grun|weiss|schwarz|grau|gelb|braun|rosa|lila|turkis)(?:e[nrsm]?)?|rouges?|bleue?s?|vert(?:e|s|es)?|blanc(?:he)?s?|noire?s?|gris(?:e|es)?|jaunes?|roses?|violette?s?|marron|brune?s?',
  'roj[oa]s?|azul(?:es)?|verdes?|blanc[oa]s?|negr[oa]s?|amarill[oa]s?|morad[oa]s?|naranja|ross[oa]|bianc[oa]|ner[oa]|giall[oa]|grigi[oa]|vermelh[oa]|pret[oa]|branc[oa]|rood|rode|blauw|groen|wit|zwart',
);

const STREET =
  /\p{N}|(?:street|road|lane|avenue|drive|strasse|gasse|weg|platz|straat|laan)(?!\p{L})|(?<!\p{L})(?:rue|avenue|place|calle|avenida|plaza|via|piazza|rua)(?!\p{L})/u;

/**
 * Whether a text contains what a question asks for.
 * @param asked words of the question, which are no answer to it
 */
export function holdsAnswer(kind: AnswerKind, text: string, asked: readonly string[] = []): boolean {
  const folded = foldWord(text);
  switch (kind) {
    case 'number':
      return NUMBER.test(folded);
    case 'date':
      return DATE.test(folded);
    case 'duration':
      return NUMBER.test(folded) || DATE.test(folded);
    case 'color':
      return COLOR.test(folded);
    case 'code':
      return /\p{N}{3}/u.test(folded);
    case 'email':
      return folded.includes('@');
    case 'address':
      return STREET.test(folded);
    case 'name':
      return holdsName(text, asked);
  }
}
