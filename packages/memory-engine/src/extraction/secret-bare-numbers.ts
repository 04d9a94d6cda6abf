// Numbers that stand alone beside what they open: "3958 for the bank card", "the alarm man came, new number is 5083". Seven languages.
import { isFunctionWord } from '../words/function-words.js';
import { findClauses } from './clauses.js';
import { LOCKED_PLACE } from './secret-plain-words.js';
import type { Span } from './secret-shapes.js';
import { LOCK } from './secret-words.js';

const word = (words: string) =>
  String.raw`(?<!\p{L})(?:${words
    .split(' ')
    .join('|')
    .replaceAll('_', String.raw`[\s'’-]?`)})(?!\p{L})`;
/** What a short number opens, beside the locks of `LOCK`. */
const OPENED_TOO = word(
  'intercom sprechanlage gegensprechanlage türsprechanlage interphone telefonillo videoportero citofono videocitofono interfone videoporteiro intercomunicador deurtelefoon ' +
    'cash_?point bank_cards? pin_?automaat pinpas giro_?karte ec_karte bank_?karte cb caixa_automático cajero_automático sportello carta_di_credito carta_di_debito cartão_de_crédito cartão_de_débito ' +
    'key_?box lock_?box boîte_à_cl[eé](?:f)?s cassetta_delle_chiavi caja_de_llaves caixa_de_chaves sleutelkastje sleutelkluis schlüsselkasten gate_?post barrier schranke barrière barrera sbarra cancela slagboom ' +
    '(?:bank|debit|credit|blue|black)_cards? (?:my|the|his|her|dad_s|mum_s|mom_s)_card die_karte (?:ma|la|sa)_carte (?:la|mi|su|otra)_tarjeta (?:la|mia)_carta (?:o|meu)_cartão (?:de|mijn|haar)_pas geld_abheben retirer_des_sous retirer_de_l_argent sacar_(?:dinero|dinheiro) prelevare om_te_pinnen pinnen cash_machine letter_?box brief_?kasten boîte_aux_lettres buzón(?:_de_la_oficina)? cassetta_(?:della_posta|delle_lettere) caixa_(?:de|do)_correio brievenbus verja hek pakket_?box paket_?box tief_?garage chain ' +
    '(?:la|die|der|the)_visa mastercard maestro amex postepay barclays monzo lloyds natwest hsbc ' +
    '(?:four|six|4|6|vier|sechs)_digits? \\p{L}*stellige[nrs]? [46]_chiffres [46]_dígitos [46]_cifre [46]_cijfers bitlocker filevault veracrypt ' +
    'doors gates garages locks padlocks safes cards bank_?cards portes cartes puertas tarjetas porte carte portas cartões deuren kaarten kluizen ' +
    'barriers till cash_register kasse caisse cassa kassa photo_?copier copier printer kopierer drucker photocopieuse imprimante fotocopiadora impresora fotocopiatrice stampante impressora kopieerapparaat ' +
    'shutters? roll(?:laden|tor) volet persiana serranda rolluik entry entrance hallway lobby gym clubhouse vereinsheim laundry waschküche buanderie lavandería lavanderia ' +
    'cellar basement storage lagerraum magazzino berging parcel_locker packstation changing_room umkleide vestiaire vestuario spogliatoio kleedkamer toilets? restroom sim parental_lock autoradio car_radio ' +
    'to_get_in get_in gets_(?:you|me|us)_in lets_(?:you|me|us)_in zum_reinkommen reinkommen pour_entrer pour_rentrer para_entrar pra_entrar per_entrare om_binnen_te_komen binnenkomen ' +
    'remember_for_me don_t_(?:let_me_)?forget never_forget merk_dir nicht_vergessen n_oublie_pas no_se_me_olvide que_no_olvide non_dimenticare non_scordare não_(?:me_)?esquecer não_posso_esquecer niet_vergeten onthoud_even ' +
    '\\p{L}{3,20}(?:tür|türen|tor|schloss|safe|tresor|alarm|garage|deur|poort|kluis|slot) ' +
    'time_lock u_lock bike_lock fahrrad_?schloss zahlen_?schloss antivol antifurto antirrobo kettingslot cijferslot sim_?karte sim_?card',
);
const OPENED = new RegExp(`${LOCK.source}|${OPENED_TOO}`, 'iu');
const OPENED_EACH = new RegExp(`${LOCK.source}|${OPENED_TOO}|${LOCKED_PLACE.source}`, 'giu');
const OPENED_OTHER = new RegExp(OPENED_TOO, 'iu');
const AT_END = /^\s*\d|\d[#*]?\s*$/u;
/** Things whose number is their name: "my locker is number 4471". */
const NUMBERED =
  /(?<!\p{L})(?:lockers?|spind|schließfach|casier|consigne|taquilla|armadietto|cacifo|armário|kluisje|gate|flight|flug|vol|vuelo|volo|voo|vlucht)(?!\p{L})/iu;
/** A wake-up alarm, money, and the last digits of a card. */
const OTHER_NUMBER =
  /(?<!\p{L})(?:wak(?:e|es|ing)|clock|snooze|weckt?|wecker|aufstehen|réveil\p{L}*|despert\p{L}*|sveglia|wekker|pa(?:y|ys|id|ying)|costs?|price|bought|spent|withdr\p{L}+|euros?|eur|dollars?|pounds?|quid|kost\p{L}*|preis|gekauft|bezahl\p{L}*|ausgegeben|abgehoben|abgebucht|pa(?:yé|ie|ye)\p{L}*|coût\p{L}*|prix|achet\p{L}*|retiré\p{L}*|dépens\p{L}*|pag(?:ar|u[ée]|o|ato|ei|ou|amos)|cuesta?|costó|precio|compr\p{L}*|gast\p{L}*|sa(?:qué|quei)|prezzo|costa(?:to)?|speso|prelevat\p{L}*|preço|custou?|levant\p{L}*|betaald?|prijs|gekocht|uitgegeven|gepind|limite?|saldo|balance|ending|ends|endet|endend|finissant|finit|termin\p{L}*|eindig\p{L}*|last (?:four|4)|letzten? (?:vier|4)|derniers|últimos|ultime|laatste)(?!\p{L})/iu;

/** Four to eight digits, "5-0-3-8", "22-6-39" or "5 0 3 8": no year, no round sum, no date. */
const NUMBER =
  /(?<![\p{L}\d.,:/€$£%@_+(-]|\d\s)(?:(?!(?:1[89]|20)\d\d(?!\d)|\d+00(?!\d))\d{4,8}[#*]?|\d{1,2}(?:-\d{1,2}){2,5}|\d(?: \d){3,5})(?![\p{L}\d#]|[.,:/-]\d|\s?[€$£%]|\s\d)/gu;
const BY_STEPS = /^\d{1,2}-|^\d /u;

/** "Is set for 0645" */
const IS_TIME =
  /(?<!\p{L})(?:for|at|by|um|ab|für|bis|à|a las?|alle|às|om|tot|until|till)\s(?:[01]\d|2[0-3])[0-5]\d(?!\d)/iu;

/** "How much was the safe?" */
const HOW_MUCH =
  /(?<!\p{L})(?:how (?:much|many|old|far|high|heavy)|what year|wie ?viele?|wie alt|welches jahr|combien|quelle année|cu[aá]nt[oa]s?|qué año|quant[oaie]s?|che anno|que ano|hoeveel|welk jaar)(?!\p{L})/iu;

/** What may stand beside a number that is the whole of what a clause says. */
const LIGHT = new RegExp(
  `^(?:${[
    'number new old code pin one its think thought guess remember forget wait hang hold punch mine like usual star hash pound bell beep week this until yes yeah yep nope ok okay ah oh aha lol btw turn press dial hit enter then please still again always just only now sorry right called came',
    'neue neuer neues nummer zahl glaub glaube merken merk merke vergesse vergiss warte moment ach ja nein genau stimmt lautet dreh drehen dreht drück drückst drücken eingeben bitte immer wieder dagegen meins meine raute stern sternchen glocke woche diese',
    'nouveau nouvelle numéro crois pense souviens oublie attends attend ah si oui voilà tourne tape fais fait appuie toujours encore maintenant puis c cest étoile dièse cloche semaine cette',
    'nuevo nueva número creo acuerdo olvide olvida olvides espera sí vale bueno gira giras pulsa pulsas marca marcas siempre ahora luego favor recuerda apunta era almohadilla asterisco campana semana esta',
    'nuovo nuova numero credo ricordo dimenticare dimentico aspetta sì bene giri premi sempre ora poi contrario quello quella cancelletto asterisco campanella settimana questa',
    'novo nova acho lembro esquece esqueço espera sim bom aperta sempre agora depois essa esse isso aquela era cardinal asterisco campainha semana esta',
    'nieuw nieuwe denk geloof weet vergeet wacht nee goed draai draait druk altijd nu toch even onthoud hekje sterretje bel week deze volgens',
    'mum mom mum’s dad mama papa mutter vater oma opa maman mamie papi madre padre mamá papá abuela mamma papà nonna mãe pai avó moeder vader',
  ]
    .join(' ')
    .split(' ')
    .join('|')})$`,
  'iu',
);

const ROUTER = new RegExp(
  word('wi_?fi wlan router fritz!?box livebox freebox bbox speedport easybox modem módem repeater homehub roteador'),
  'iu',
);
const bareMax = 60;

/** Whether a text names something that a number opens, and no number of another kind. */
export function namesOpened(text: string): boolean {
  return OPENED.test(text) && !OTHER_NUMBER.test(text);
}

/** Whether a text says a number and nothing else: "ah yes, 6183". */
export function isBareNumber(text: string): boolean {
  return text.length <= bareMax && text.search(NUMBER) >= 0 && isBare(text);
}

/** Returns the numbers that are the whole of a clause beside the name of what they open. */
export function findBareNumbers(segment: string): Span[] {
  if (!/\d/u.test(segment)) return [];
  const numbers = namesOpened(segment) ? findBare(segment, NUMBERED.test(segment)) : [];
  return ROUTER.test(segment) ? [...numbers, ...findRouterKeys(segment)] : numbers;
}

/** Returns the number of a message that answers, or follows, one that names what the number opens. */
export function findAnsweredNumber(text: string, before: string): Span[] {
  return isBareNumber(text) && namesOpened(before) && !HOW_MUCH.test(before)
    ? findBare(text, NUMBERED.test(before))
    : [];
}

function findBare(text: string, isNumbered: boolean): Span[] {
  const clauses = findClauses(text).map(({ from, to }) => ({ clause: text.slice(from, to), from }));
  const numbers = clauses.flatMap(({ clause, from }) =>
    Array.from(clause.matchAll(NUMBER), ({ 0: number, index }) => ({
      number,
      at: from + index,
      isBare: isBare(clause),
      isLast:
        !/^\s\p{L}/u.test(clause.slice(index + number.length)) ||
        isFunctionWord(wordAfter(clause, index + number.length)),
    })),
  );
  const lengths = new Set(numbers.flatMap(({ number, isBare: counts }) => (counts ? number.length : [])));
  return numbers
    .filter(({ number, isBare: counts, isLast }) => counts || (isLast && lengths.has(number.length)))
    .filter(({ number }) => !isNumbered || BY_STEPS.test(number))
    .map(({ number, at }) => ({ from: at, to: at + number.length }));
}

const wordAfter = (clause: string, at: number) => /^\s([\p{L}'’]+)/u.exec(clause.slice(at))?.[1] ?? '';

function isBare(clause: string): boolean {
  if (IS_TIME.test(clause)) return false;
  const rest = clause.replaceAll(OPENED_EACH, ' ').replaceAll(NUMBER, ' ');
  if (/\d/u.test(rest)) return false;
  const others = (rest.match(/[\p{L}\p{M}]+/gu) ?? []).filter((each) => !isFunctionWord(each) && !LIGHT.test(each));
  return others.length <= (OPENED_OTHER.test(clause) && AT_END.test(clause) ? 1 : 0);
}

/** "on the back of the router: 0418 7735 2260 9914". */
function findRouterKeys(segment: string): Span[] {
  return Array.from(segment.matchAll(/(?<![\d.,-]|\d )\d{4}(?: \d{4}){3,4}(?![ -]?\d)/gu), ({ 0: key, index }) => ({
    from: index,
    to: index + key.length,
  }));
}
