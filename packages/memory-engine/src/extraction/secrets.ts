import { finishSteps, type Steps } from '../steps.js';
import { redactNamedSecrets } from './named-secrets.js';
import { findAnsweredNumber } from './secret-bare-numbers.js';
import { toPlainSigns } from './plain-signs.js';
import { mask } from './secret-mask.js';
import { isReference } from './secret-references.js';
import { redactRecoveryPhrases, redactUnnamedPhrases } from './secret-passphrase.js';
import { SECRET_MARK, SECRET_RULES } from './secret-rules.js';
import type { Span } from './secret-shapes.js';
import { asksForPhrase, findWholePhrase } from './secret-passwords-in-words.js';

export { SECRET_MARK };

const TOKEN = /https?:\/\/\S+|[A-Za-z0-9_\-+/=.~$!@#%^&*]{16,}/gu;
const CARD = /(?<!\d)(?:\d{4}(?:\.\d{4}){3}|(?:\d[ -]?){12,18}\d)(?!\d)/gu;
const IBAN = /\b[A-Z]{2}\d{2}(?:[ -]?[A-Z0-9]{4}){2,7}(?:[ -]?[A-Z0-9]{1,4})?\b/giu;
/** A number after the word for it, whatever its check digits. */
const NAMED_IBAN =
  /((?<!\p{L})iban(?!\p{L})[^\d\n]{0,20}?)([A-Z]{2}\d{2}(?:[ -]?[A-Z\d]{0,3}\d){2,8}(?:[ -]?\d{1,3})?)(?![A-Z\d])/giu;
const NAMED_ACCOUNT =
  /((?<!\p{L})(?:(?:bank )?account (?:number|no\.?)|acct\.? (?:number|no\.?)|bank account|konto(?:nummer|-?nr\.?)|num[ée]ro de compte|n[úu]mero de (?:la )?cuenta|numero (?:di|del) conto|n[úu]mero (?:da|de) conta|(?:bank)?rekeningnummer)[ :=#]{1,3}(?:(?:is|ist|lautet|est|es|è|é)[ :]{1,2})?#?)(\d(?:[ -]?\d){5,17})(?![\d\p{L}])/giu;
/** A number after the word for a card, whatever its check digit: people mistype them. */
const NAMED_CARD =
  /((?<![\p{L}])(?:(?:\p{L}{1,12}[ -])?(?:\p{L}{0,20}karte|card|carte|tarjeta|carta|cartão|kaart)|visa|mastercard|amex|american express)(?!\p{L})[^\d\n]{0,20})([2-6]\d{3}(?:[ -]?\d{4}){3}|3[47]\d\d[ -]?\d{6}[ -]?\d{5})(?!\d)/giu;
/** Cards that pay nothing. */
const OTHER_CARD =
  /(?<!\p{L})id(?!\p{L})|library|travel|transit|loyal|gift|member|student|reward|bonus|points|kunden|mitglied|bibli|geschenk|punkt|treue|versicher|fid[eé]l|cadeau|regal|client/iu;

/**
 * Replaces keys, tokens, passwords, PINs, card and account numbers with a mark. Other text stays unchanged. `asked` is the message before, by
 * another speaker: its question may ask for a secret.
 */
export function redactSecrets(text: string, asked: string | null = null): string {
  return finishSteps(redactInSteps(text, asked));
}

/** Like `redactSecrets`, in steps. */
export function* redactInSteps(text: string, asked: string | null = null): Steps<string> {
  const plain = toPlainSigns(text);
  const redacted = yield* redactPlain(plain, asked === null ? null : toPlainSigns(asked));
  return redacted === plain ? text : redacted;
}

const LEAD_MAX = 160;
const LAST_SENTENCE = new RegExp(String.raw`[^.!?\n]{1,${LEAD_MAX}}[.!?]?$`, 'u');
/** "My password is": the value follows. */
const LEADS_ON = /(?:[=:：]|\s(?:is|are|ist|sind|lautet|(?:c['’])?est|sont|es|son|è|sono|é|são|zijn))$/iu;
/** "Es ist Zimtstern2019" */
const IT_IS = /^\s*(?:(?:it|that|this)(?:['’]s|\sis)|(?:es|das) ist|c['’]est|es|è|é|(?:het|dat) is)\s/iu;
/** One word with a digit or a sign. */
const ONE_WORD = /^\s*(?=\S*[\d!#$%&*_])\S{4,60}\s*$/u;

/** Redacts a message that continues the one before, by the same speaker: "My password is", "nightOwl_3". */
export function* redactContinued(text: string, before: string): Steps<string> {
  // Two code units for each character: a longer text would be read from each of its places.
  const end = before.trimEnd().slice(-2 * LEAD_MAX - 1);
  const lead = LAST_SENTENCE.exec(end)?.[0].trim() ?? '';
  const answered = findAnswered(text, end);
  if (answered.length > 0) return mask(text, answered);
  const leadsOn = LEADS_ON.test(lead);
  if (!leadsOn && !IT_IS.test(text) && !ONE_WORD.test(text)) return yield* redactInSteps(text);
  const gap = /[:：]$/u.test(lead) ? '\n' : leadsOn || /[.!?]$/u.test(lead) ? ' ' : '. ';
  const redacted = yield* redactInSteps(lead + gap + text);
  return redacted.startsWith(lead + gap) ? redacted.slice(lead.length + gap.length) : yield* redactInSteps(text);
}

/** Returns what a message says of a lock or a file that the message before named: "ah yes, 6183". */
function findAnswered(text: string, before: string): Span[] {
  if (text.length > LEAD_MAX) return [];
  const phrase = asksForPhrase(before) ? findWholePhrase(text) : null;
  return phrase === null ? findAnsweredNumber(text, before) : [phrase];
}

function* redactPlain(text: string, asked: string | null): Steps<string> {
  let redacted = text;
  for (const { pattern } of SECRET_RULES) {
    redacted = redacted.replace(pattern, SECRET_MARK);
    yield;
  }
  redacted = redacted.replace(CARD, (digits) => (isCardNumber(digits) ? SECRET_MARK : digits));
  redacted = redacted.replace(NAMED_CARD, (all, name: string) => (OTHER_CARD.test(name) ? all : name + SECRET_MARK));
  yield;
  redacted = redacted.replace(IBAN, redactIban).replace(NAMED_IBAN, `$1${SECRET_MARK}`);
  redacted = redacted.replace(NAMED_ACCOUNT, `$1${SECRET_MARK}`);
  redacted = redacted.replace(TOKEN, (token, at: number) =>
    isRandom(token) && !isReference(redacted, token, at) ? SECRET_MARK : token,
  );
  yield;
  redacted = yield* redactNamedSecrets(redacted, asked);
  return yield* redactUnnamedPhrases(redactRecoveryPhrases(redacted));
}

/** Whether a text contains a secret or the mark of one. */
export function hasSecret(text: string): boolean {
  return text.includes(SECRET_MARK) || redactSecrets(text) !== text;
}

/** The first digits of cards by their length. IMEI and chip numbers have check digits, too. */
const ISSUED = /^(?:4\d{12}|3[0689]\d{12}|3[47]\d{13}|[2-6]\d{15}|[3-6]\d{16,18})$/u;

/** Whether the Luhn check digit of a card number is valid. */
function isCardNumber(text: string): boolean {
  const digits = [...text.replace(/\D/gu, '')].map(Number).reverse();
  const sum = digits.reduce((total, digit, index) => {
    if (index % 2 === 0) return total + digit;
    return total + (digit > 4 ? 2 * digit - 9 : 2 * digit);
  }, 0);
  return ISSUED.test(text.replace(/\D/gu, '')) && sum % 10 === 0 && new Set(digits).size > 1;
}

/** Replaces the bank account number at the start of a match, which may have taken words behind it. */
function redactIban(match: string): string {
  const ends = Array.from(match.matchAll(/[ -]|$/gu), ({ index }) => index).toReversed();
  const end = ends.find((at) => isIban(match.slice(0, at)));
  return end === undefined ? match : SECRET_MARK + match.slice(end);
}

const digitsOfIbanMin = 8;

/** Whether the check digits of a bank account number (ISO 13616) are valid. */
function isIban(text: string): boolean {
  const code = text.replaceAll(/[ -]/gu, '').toUpperCase();
  if (code.length < 15 || code.length > 34 || code.replaceAll(/\D/gu, '').length < digitsOfIbanMin) return false;
  const moved = code.slice(4) + code.slice(0, 4);
  const digits = moved.replace(/[A-Z]/gu, (letter) => String(letter.charCodeAt(0) - 55));
  return [...digits].reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0) === 1;
}

/** "notes_2024-11-06_b.docx" */
const FILE =
  /^[\p{L}\d_.()+-]+\.(?:docx?|xlsx?|pptx?|od[tsp]|pdf|txt|rtf|csv|md|tex|jpe?g|png|gif|heic|svg|mp[34]|mov|wav|zip|ics|html?)[.,]?$/iu;

/** Whether letters and digits are mixed unlike in any word, path, date or UUID. */
function isRandom(token: string): boolean {
  if (/^https?:/iu.test(token))
    return /[?&#;](?:\w*(?:token|key|secret|sig|signature|password|code|auth))=/iu.test(token);
  if (/^[\w.+-]+@[\w-]+\.[\w.]+$/iu.test(token) || /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/iu.test(token))
    return false;
  if (isTitle(token) || FILE.test(token)) return false;
  const parts = token.split(/[-_./=+]/u).filter((part) => part.length >= 12);
  const core = parts.length > 0 ? parts.join('') : token.length >= 24 ? token : '';
  if (core.length < 16 || !/\d/u.test(core) || !/[A-Za-z]/u.test(core)) return false;
  const switches = [...core].filter(
    (char, index) => index > 0 && kindOf(char) !== kindOf(core[index - 1] ?? ''),
  ).length;
  return entropy(core) >= 3 && switches >= core.length / 5;
}

/** "10ThingsIHateAboutYou": words without spaces after a number. Random letters have more capitals. */
function isTitle(token: string): boolean {
  const [, letters = ''] = /^\d{1,4}([A-Z][A-Za-z]+)[.!]*$/u.exec(token) ?? [];
  return letters !== '' && letters.replace(/[a-z]/gu, '').length * 3 <= letters.length;
}

function kindOf(char: string): string {
  if (/\d/u.test(char)) return 'digit';
  return /[a-z]/u.test(char) ? 'lower' : 'upper';
}

/** Returns the entropy in bits per character. */
function entropy(text: string): number {
  const counts = new Map<string, number>();
  for (const char of text) counts.set(char, (counts.get(char) ?? 0) + 1);
  return [...counts.values()].reduce((sum, count) => sum - (count / text.length) * Math.log2(count / text.length), 0);
}
