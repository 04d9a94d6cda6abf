// Numbers and words that look like secrets and are named as something that everyone may know.
const lookBehind = 80;
const VERSION_CONTROL =
  /(?<!\p{L})(?:commits?|git|sha-?\d*|md5|hash(?:es)?|checksum|prüfsumme|digest|revision|branch|tag|merge[ds]?|rebased?|cherry-?pick(?:ed)?|revert(?:ed)?|bisect(?:ed)?|fingerprint)(?!\p{L})/iu;
const NUMBERED =
  /(?<!\p{L})(?:parcels?|packages?|tracking|shipment|orders?|invoices?|bookings?|tickets?|serial|isbn|doi|dhl|ups|fedex|paket\p{L}*|sendung\p{L}*|bestell\p{L}*|colis|commande|paquete|pedido|envío|pacco|ordine|spedizione|encomenda|pakket|bestelling)(?!\p{L})/iu;

/** "The account number of the electricity bill is 77120093". Of a number without a letter, which may be a code, this alone says what it is. */
const BILL =
  /(?<!\p{L})(?:bills?|rechnung|facture|factura|bolletta|fattura|fatura|rekening)(?: (?:number|nummer|numéro|número|numero|is|ist|est|es|è|é)){0,2}:? $/iu;

/** A commit, checksum, parcel or order is named as one: "My parcel is 1Z999AA10123456784." */
export function isReference(text: string, token: string, at: number): boolean {
  // A DOI or a version: 10.1000/xyz, 2026.3.0-beta.17+build.9f2c.
  if (/^(?:doi:)?10\.\d{4,9}\/|^v?\d{1,4}\.\d{1,4}\.\d{1,6}[-+~]/iu.test(token)) return true;
  const before = text.slice(Math.max(0, at - lookBehind), at);
  const isHash = /^(?:sha\d+:|md5:)?[0-9a-f]{7,64}[.,]?$/u.test(token);
  if (isHash && (VERSION_CONTROL.test(before) || /^sha|^md5/u.test(token))) return true;
  const isNumbered = isHash ? BILL : NUMBERED;
  return /^[A-Z\d-]{8,35}[.,]?$/u.test(token) && isNumbered.test(before);
}

const beside = 40;
const POSTAL = /(?<!\p{L})(?:post(?:al|ale|code|leitzahl)?|zip|plz|barrio|cap|cep)(?!\p{L})[^.!?\n]*$/iu;

/** "Il mio codice postale è 20121." */
export function isPostalCode(text: string, token: string, at: number): boolean {
  return /^\d{4,6}(?:-\d{3,4})?$/u.test(token) && POSTAL.test(text.slice(Math.max(0, at - beside), at));
}

/** "DE00 1234 5678": no account has the check digits 00. */
export function isSampleAccount(text: string, token: string, at: number): boolean {
  return (
    /^[\dA-Z]+$/u.test(token) &&
    /(?<![\p{L}\d])[A-Z]{2}00(?: [\dA-Z]{2,4})* ?$/u.test(text.slice(Math.max(0, at - beside), at))
  );
}

const CARD = /(?<!\p{L})(?:\p{L}*(?:card|karte|kaart)|carte|tarjeta|carta|cartão|visa|mastercard|amex)(?!\p{L})/iu;
const LAST_DIGITS =
  /(?<!\p{L})(?:end(?:s|ing)? (?:in|with|on)|(?:endet|endend) (?:auf|mit)|(?:se )?(?:termine|finit) (?:par|en)|(?:se )?termina (?:en|con|in|em|com)|(?:acaba|finisce) (?:en|em|con)|eindigt (?:op|met)) $/iu;

/** "My Visa card ends in 4242": shops and banks print the last digits of a card. */
export function isLastDigits(text: string, token: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - lookBehind), at);
  return /^\d{2,4}$/u.test(token) && LAST_DIGITS.test(before.slice(-beside)) && CARD.test(before);
}

const HANDLE =
  /(?<!\p{L})(?:git(?:hub|lab)|reddit|instagram|twitter|mastodon|twitch|discord|tiktok) (?:account|handle|name) is $/iu;

/** "My GitHub account is octocat42": what everyone reads there. */
export const isHandle = (text: string, at: number): boolean => HANDLE.test(text.slice(Math.max(0, at - beside), at));
