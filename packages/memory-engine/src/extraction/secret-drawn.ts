// Unlock patterns: "my phone opens with a zigzag from the top right". Seven languages.
import type { Span } from './secret-shapes.js';

const start = String.raw`(?<!\p{L})`;
const end = String.raw`(?!\p{L})`;
const DEVICE = String.raw`(?:phone|tablet|ipad|iphone|mobile|android|handy|tel|téléphone|portable|m[óo]vil|celular|tel[eé]fono|telefono|cellulare|telem[oó]vel|telefone|mobiel|telefoon|gsm|screen|bildschirm|écran|pantalla|schermo|tela|ecrã|scherm)`;
const PATTERN = String.raw`(?:pattern|muster|patr[oó]n|schéma|motif|dessin|dibujo|disegno|segno|sequenza|desenho|padrão|patroon|tekening)`;
/** "Sperrmuster", "unlock pattern": no pattern of another kind. */
const OWN_PATTERN = new RegExp(
  `${start}(?:(?:unlock|swipe|lock|phone|screen) pattern|(?:sperr|entsperr|handy|wisch)-?muster|(?:schéma|motif) de déverrouillage|patr[oó]n de (?:des)?bloqueo|(?:segno|sequenza) di sblocco|(?:padrão|desenho) de desbloqueio|(?:ontgrendel|veeg|schermlock)-?patroon)${end}`,
  'iu',
);
const DEVICE_PATTERN = new RegExp(
  `${start}${PATTERN}${end}[^.,!?;\\n]{0,30}?(?<!\\p{L})(?:[dl]['’])?${DEVICE}${end}|${start}${DEVICE}${end}[^.,!?;\\n]{0,30}?(?<!\\p{L})${PATTERN}${end}`,
  'iu',
);
const DEVICE_NAMED = new RegExp(`${start}${DEVICE}${end}`, 'iu');
/** A device opens, or someone draws. */
const OPENS = new RegExp(
  `${start}(?:opens?|unlock\\p{L}*|swip\\p{L}*|draw|entsperr\\p{L}*|geht auf|aufgeht|wisch\\p{L}*|zeichne\\p{L}*|mal(?:e|t|en|st)|déverrouill\\p{L}*|débloqu\\p{L}*|s['’]ouvre|dessin\\p{L}+|desbloque\\p{L}*|se abre|dibuj\\p{L}+|sblocc\\p{L}*|si apre|disegn\\p{L}+|abre|desenh\\p{L}+|ontgrendel\\p{L}*|gaat open|opengaat|veeg|tekent?)${end}`,
  'iu',
);
const SIDES =
  'top|bottom|left|right|up|down|middle|cent(?:er|re)|corner|backwards?|upside|reversed?|oben|unten|links|rechts|mitte|ecke|umgekehrt\\p{L}*|rückwärts|haut|bas|gauche|droite|milieu|coin|envers|inversé|arriba|abajo|izquierda|derecha|medio|centro|esquina|revés|reves|invertid[ao]|alto|basso|sinistra|destra|angolo|contrario|rovesci\\p{L}*|cima|baixo|esquerda|direita|meio|canto|contrário|avesso|(?:links|rechts|midden)?(?:boven|onder)|midden|hoek|omgekeerde?';
const FORMS =
  'zig-?zag|square|circle|cross|spiral|triangle|house|hourglass|quadrat|kreis|kreuz|dreieck|haus|carré|cercle|croix|maison|cuadrado|círculo|cruz|casa|zeta|ele|ene|ese|quadrato|cerchio|croce|esse|elle|quadrado|vierkant|cirkel|kruis|huis';
/** "A big Z", "un carré", "top left" */
const PART = new RegExp(
  `${start}(?:(?:an?|the letter|ein(?:e|en)?|une?|una|uma?|een)\\s(?:\\p{L}{3,12}\\s)?(?:\\p{L}|${FORMS})${end}|(?:${SIDES})${end}|\\d(?:-\\d){3,8}(?![\\d-]))`,
  'giu',
);
/** "Een omgekeerde u" */
const REVERSED = /\s(?:umgekehrt|omgekeerd|revers|backward|invert|rovesci)\p{L}*\s\p{L}$/iu;
const between = 40;

/** Returns the part of a sentence about a device that says what is drawn on it: two sides or forms, and what stands between them. */
export function findDrawn(segment: string): Span[] {
  const isDevice = DEVICE_NAMED.test(segment);
  const isDrawn = OWN_PATTERN.test(segment) || DEVICE_PATTERN.test(segment) || (isDevice && OPENS.test(segment));
  if (!isDrawn && !isDevice) return [];
  const parts = Array.from(segment.matchAll(PART), ({ 0: text, index }) => ({ from: index, to: index + text.length }));
  const runs: Span[][] = [];
  for (const part of parts) {
    const last = runs.at(-1)?.at(-1);
    if (last && part.from - last.to <= between && !/[.!?;\n]/u.test(segment.slice(last.to, part.from)))
      runs.at(-1)?.push(part);
    else runs.push([part]);
  }
  return runs
    .map((run) => ({ from: run[0]?.from ?? 0, to: run.at(-1)?.to ?? 0, count: run.length }))
    .filter(({ from, to, count }) => (isDrawn ? count > 1 || REVERSED.test(segment.slice(from, to)) : count > 3));
}
