import { SECRET_RULES } from './secret-rules.js';

export const SECRET_MARK = '[secret removed]';

const TOKEN = /https?:\/\/\S+|[A-Za-z0-9_\-+/=.~$!@#%^&*]{16,}/gu;
const CARD = /(?<!\d)(?:\d[ -]?){12,18}\d(?!\d)/gu;
const IBAN = /\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,4})?\b/gu;
/** Recovery phrase: 12 or 24 lowercase words after a mention of a wallet. */
const PHRASE = /\b(?:[a-z]{3,8}[ ,]+){11,23}[a-z]{3,8}\b/gu;

/** Replaces keys, tokens, passwords, card and account numbers with a mark. Other text stays unchanged. */
export function redactSecrets(text: string): string {
  let redacted = text;
  for (const { pattern } of SECRET_RULES) redacted = redacted.replace(pattern, SECRET_MARK);
  redacted = redacted.replace(CARD, (digits) => (isCardNumber(digits) ? SECRET_MARK : digits));
  redacted = redacted.replace(IBAN, (code) => (isIban(code) ? SECRET_MARK : code));
  redacted = redacted.replace(TOKEN, (token) => (isRandom(token) ? SECRET_MARK : token));
  if (/\b(?:seed|wallet|recovery|mnemonic)\b/iu.test(redacted)) redacted = redacted.replace(PHRASE, SECRET_MARK);
  return redacted;
}

/** Whether a text contains a secret or the mark of one. */
export function hasSecret(text: string): boolean {
  return text.includes(SECRET_MARK) || redactSecrets(text) !== text;
}

/** Whether the Luhn check digit of a card number is valid. */
function isCardNumber(text: string): boolean {
  const digits = [...text.replace(/\D/gu, '')].map(Number).reverse();
  const sum = digits.reduce((total, digit, index) => {
    if (index % 2 === 0) return total + digit;
    return total + (digit > 4 ? 2 * digit - 9 : 2 * digit);
  }, 0);
  return digits.length >= 13 && sum % 10 === 0 && new Set(digits).size > 1;
}

/** Whether the check digits of a bank account number (ISO 13616) are valid. */
function isIban(text: string): boolean {
  const code = text.replaceAll(' ', '');
  if (code.length < 15 || code.length > 34) return false;
  const moved = code.slice(4) + code.slice(0, 4);
  const digits = moved.replace(/[A-Z]/gu, (letter) => String(letter.charCodeAt(0) - 55));
  return [...digits].reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0) === 1;
}

/** Whether letters and digits are mixed unlike in any word, path, date or UUID. */
function isRandom(token: string): boolean {
  if (/^https?:/iu.test(token))
    return /[?&#;](?:\w*(?:token|key|secret|sig|signature|password|code|auth))=/iu.test(token);
  if (/^[\w.+-]+@[\w-]+\.[\w.]+$/iu.test(token) || /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/iu.test(token))
    return false;
  const parts = token.split(/[-_./=+]/u).filter((part) => part.length >= 12);
  const core = parts.length > 0 ? parts.join('') : token.length >= 24 ? token : '';
  if (core.length < 16 || !/\d/u.test(core) || !/[A-Za-z]/u.test(core)) return false;
  const switches = [...core].filter(
    (char, index) => index > 0 && kindOf(char) !== kindOf(core[index - 1] ?? ''),
  ).length;
  return entropy(core) >= 3 && switches >= core.length / 5;
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
