// Codes for one use that someone sends: "the bank just texted 482 019", "904 227 mi è arrivato da poste". Seven languages.
import { isFunctionWord } from '../words/function-words.js';
import type { Span } from './secret-shapes.js';
import { CONFIRMING } from './secret-words.js';

/** Six digits: no round sum, and no part of a longer number. */
const SIX = String.raw`(?<![\d\p{L}.,€$£-]|\d )(?!\d{3}[ -]?\d00)\d{3}[ -]?\d{3}(?![\d\p{L}]|[.,:/-]\d|[ -]\d|\s?[€$£%])`;
const ARRIVED = String.raw`(?:sent|texted|got|received|came|geschickt|schickte|sandte|bekam|erhielt|bekommen|gekommen|kam|erhalten|reçu|recevoir|envoyer|enviar|inviare|mandare|arriv[ée]|envoyé|recibid[oa]|recibí|recibir|llegado|llegó|llegar|enviado|mandado|ricevuto|arrivat[oa]|inviato|mandato|recebi|receber|ricevere|ontvangen|chegou|chegar|enviou|mandou|ontvangen|gekregen|kreeg|binnengekomen|gestuurd|stuurde)`;
const SENDS = String.raw`(?:sends|texts|schickt|sendet|stuurt|envoie|envía|envia|manda|invia)(?: (?:me|us|mir|uns|mij))?`;
/** What stands between the digits and the verb: how, when, to the speaker. */
const BETWEEN = String.raw`(?:(?:me|us|m['’]a|mi|mir|uns|mij|just|now|here|by|via|per|par|por|sms|text|mail|gerade|eben|jetzt|hier|à|a|al|l['’]instant|ici|aquí|ahora|ora|qui|adesso|aqui|agora|net|nu|el|il|le|o|de|het|is|ist|est|è|é|ha|has|hat|heeft|have|had)\s){0,5}`;
const BEHIND = new RegExp(String.raw`(?<=(?<!\p{L})(?:${ARRIVED}|${SENDS})\s${BETWEEN})${SIX}`, 'giu');
const BEFORE = new RegExp(String.raw`${SIX}(?=\s${BETWEEN}${ARRIVED}(?!\p{L}))`, 'giu');

/** "118 402 da paypal" */
const FROM_SENDER = new RegExp(
  String.raw`${SIX}(?=\s(?:from|by|von|vom|de|du|des|del|da|do|dal|dalla|van)\s(?:(?:the|my|der|die|la|le|l['’]|el|il|o|a|de|het|mijn|mi|mia|minha|meu)\s?)?(?:bank|banque|banca|banco|sparkasse|postbank|paypal|amazon|google|apple|microsoft|whatsapp|telegram|instagram|facebook|revolut|n26|wise|bizum|digid|itsme|spid|postepay|poste|bbva|santander|caixa\p{L}*|ing|abn|rabo\p{L}*|nubank|itaú|bradesco|monzo|barclays|klarna|ebay|steam|uber|airbnb)(?!\p{L}))`,
  'giu',
);

/** "902 118 pour valider", "330917 its for the tax login" */
const FOR_PURPOSE = new RegExp(
  String.raw`${SIX}(?=\s(?:(?:it['’]?s|is|that['’]?s|c['’]est|ist|das ist|es|è|é|is)\s)?(?:(?:to|um|zum|zur|pour|para|pra|per|om)\s(?:\p{L}{1,12}\s){0,3}?|(?:for|für|voor)\s(?:the|my|den|die|das|de|het|mijn)\s(?:\p{L}{1,12}\s){0,2}?)${CONFIRMING})`,
  'giu',
);
/** What people ask for that follows a code. */
/** "120 450 for the house": a price. */
const FOR = /^(?:for|of|für|voor)$/iu;
const NUMBERED =
  /(?<!\p{L})(?:ref\p{L}*|number|no|nr|nummer|numéro|número|numero|order|bestell\p{L}*|commande|pedido|ordine|invoice|rechnung)[.:]?\s$/iu;
const KEEP =
  /^(?:ff|even|please|keep|hold|hang|remember|valid|expires?|hou|halt|behalt\p{L}*|merk\p{L}*|bitte|gilt|garde\p{L}*|guarda\p{L}*|tieni\p{L}*|onthoud\p{L}*|bewaar|apunta|anota|binnen|mi|m['’]est|arriv\p{L}*|kam|ricevuto|reçu|recibido|recebido|ontvangen|bekommen|erhalten|just|net|gerade|eben|from|by|via|von|vom|dal|dalla|dallo|da|do|del|du|des|uit|van|scade|caduca|expire|verloopt)$/iu;

/** Returns six digits right beside a verb that says that they were sent. */
export function findArrivedCodes(segment: string): Span[] {
  if (!/\d{3}[ -]?\d{3}/u.test(segment)) return [];
  return [BEHIND, BEFORE, FROM_SENDER, FOR_PURPOSE]
    .flatMap((pattern) =>
      Array.from(segment.matchAll(pattern), ({ 0: code, index }) => ({
        from: index,
        to: index + code.length,
        isSure: pattern === FOR_PURPOSE,
      })),
    )
    .filter(
      ({ from, to, isSure }) =>
        (isSure || !isCounted(segment.slice(to))) && !NUMBERED.test(segment.slice(Math.max(0, from - 20), from)),
    );
}

/** Whether a noun follows that the digits count. */
function isCounted(after: string): boolean {
  const [, word = ''] = /^\s(\p{L}[\p{L}'’]*)/u.exec(after) ?? [];
  return word !== '' && (FOR.test(word) || !isFunctionWord(word)) && !KEEP.test(word);
}
