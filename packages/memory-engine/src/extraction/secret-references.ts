// Numbers and words that look like secrets and are named as something that everyone may know.
const lookBehind = 80;
const VERSION_CONTROL =
  /(?<!\p{L})(?:commits?|git|sha-?\d*|md5|hash(?:es)?|checksum|prüfsumme|digest|revision|branch|tag|merge[ds]?|rebased?|cherry-?pick(?:ed)?|revert(?:ed)?|bisect(?:ed)?|fingerprint)(?!\p{L})/iu;
const NUMBERED =
  /(?<!\p{L})(?:parcels?|packages?|tracking|shipment|orders?|invoices?|bookings?|tickets?|serial|isbn|doi|dhl|ups|fedex|paket\p{L}*|sendung\p{L}*|bestell\p{L}*|colis|commande|paquete|pedido|envío|pacco|ordine|spedizione|encomenda|pakket|bestelling)(?!\p{L})/iu;

/** A commit, checksum, parcel or order is named as one: "My parcel is 1Z999AA10123456784." */
export function isReference(text: string, token: string, at: number): boolean {
  // A DOI or a version: 10.1000/xyz, 2026.3.0-beta.17+build.9f2c.
  if (/^(?:doi:)?10\.\d{4,9}\/|^v?\d{1,4}\.\d{1,4}\.\d{1,6}[-+~]/iu.test(token)) return true;
  const before = text.slice(Math.max(0, at - lookBehind), at);
  if (/^(?:sha\d+:|md5:)?[0-9a-f]{7,64}[.,]?$/u.test(token))
    return VERSION_CONTROL.test(before) || /^sha|^md5/u.test(token);
  return /^[A-Z\d-]{8,35}[.,]?$/u.test(token) && NUMBERED.test(before);
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
