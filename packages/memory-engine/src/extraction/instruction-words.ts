// Sentences that exclude a subject from memories or restrict them to it, with the subject in the first group. English, German, French, Spanish,
// Italian, Portuguese and Dutch.

const KEEP = '(?:store|save|remember|keep|record|extract|memori[sz]e|include|capture|note|log)';
const WHAT = '(?: (?:anything|everything|any|all|facts|memories|information|details))?';
const ABOUT = '(?: (?:about|on|of|regarding|related to|concerning))?';
const DE_KEEP =
  '(?:speicher[en]?|merken?(?: sie)?(?: dir| sich)?|behalten?(?: sie)?|notieren?(?: sie)?|sichern?(?: sie)?)';
const DE_ABOUT = '(?: (?:etwas|informationen|angaben|daten|fakten))?(?: (?:über|zu|zum|zur|von|vom))?';
const FR_KEEP = '(?:retiens|retenez|mémorise[zr]?|enregistre[zr]?|garde[zr]?|stocke[zr]?|note[zr]?|sauvegarde[zr]?)';
const FR_ABOUT = "(?: (?:informations?|données|détails|faits))?(?: (?:sur|concernant|de|d['’]|à propos de))?";
const ES_KEEP =
  '(?:guard(?:a|e|es|ar)|recuerd(?:a|e|es)|recordar|almacen(?:a|e|es|ar)|memori(?:za|ce|ces|zar)|registr(?:a|e|es|ar))';
const IT_KEEP = '(?:salv(?:a|are)|memorizz(?:a|are)|ricord(?:a|are)|conserv(?:a|are)|registr(?:a|are))';
const PT_KEEP =
  '(?:guard(?:a|e|es|ar)|memoriz(?:a|e|es|ar)|lembr(?:a|e|es|ar)|armazen(?:a|e|es|ar)|regist(?:a|e|es|ar))';
const ROMANCE_ABOUT =
  "(?: (?:informaci[oó]n(?:es)?|datos|detalles|informazioni|dati|dettagli|informações|dados|detalhes))?(?: (?:sobre|acerca d[eo]l?|de|del|su|sull[ao’']?|sui|sul|di|dell[ao’']?|della|riguardo a|da|do))?";
const NL_KEEP = '(?:bewaar|onthoud|sla|noteer)';
const NL_ABOUT = '(?: (?:iets|informatie|gegevens|details))?(?: (?:over|van))?';

const toPatterns = (sources: readonly string[]) => sources.map((source) => new RegExp(`^(?:${source})$`, 'iu'));

const EXCLUDES = toPatterns([
  `(?:please,? )?(?:(?:never|do not|don['’]t|avoid|no) (?:ever )?(?:${KEEP}|storing|saving|remembering|keeping|recording|extracting|including)|ignore|exclude|leave out|skip|omit|discard|drop)${WHAT}${ABOUT}:? (.+)`,
  `(?:bitte )?${DE_KEEP} (?:bitte )?(?:niemals|nie|nichts|keine[nrs]?)${DE_ABOUT}:? (.+)`,
  `(?:please,? )?(?:${KEEP} (?:everything|all)(?: \\p{L}+){0,2} (?:except|but|apart from)|nothing${ABOUT})${ABOUT} (.+)`,
  '(?:bitte )?(?:niemals|nie|keine[nrs]?) (.+) (?:speichern|merken|behalten|notieren|sichern)',
  '(?:nooit|geen) (.+) (?:opslaan|onthouden|bewaren|noteren)',
  '(?:bitte )?ignorieren?(?: sie)? (.+)',
  `ne ${FR_KEEP} (?:jamais|rien|pas|aucune?)${FR_ABOUT}:? (.+)`,
  'ignore[zr] (.+)',
  `(?:por favor,? )?no ${ES_KEEP}(?: (?:nada|nunca|ningun[oa]|ningún))?${ROMANCE_ABOUT}:? (.+)`,
  `non ${IT_KEEP}(?: (?:mai|nulla|niente|nessun[oa]?))?${ROMANCE_ABOUT}:? (.+)`,
  `(?:por favor,? )?não ${PT_KEEP}(?: (?:nada|nunca|nenhum[a]?))?${ROMANCE_ABOUT}:? (.+)`,
  `${NL_KEEP} (?:nooit|niets|geen)${NL_ABOUT}:? (.+?)(?: op)?`,
]);
const INCLUDES = toPatterns([
  `(?:please,? )?(?:only ${KEEP}|${KEEP} (?:only|nothing but|exclusively)|focus (?:only )?on|include(?: only)?)${WHAT}${ABOUT}:? (.+)`,
  `${KEEP} (?!only|nothing|any|no )(.+) only`,
  `(?:bitte )?${DE_KEEP} (?:bitte )?(?:nur|ausschließlich|lediglich)${DE_ABOUT}:? (.+)`,
  `(?:ne )?${FR_KEEP} (?:que|qu['’]|uniquement|seulement)${FR_ABOUT}:? (.+)`,
  `(?:por favor,? )?(?:${ES_KEEP} (?:solo|sólo|solamente|únicamente)|(?:solo|sólo) ${ES_KEEP})${ROMANCE_ABOUT}:? (.+)`,
  `${IT_KEEP} (?:solo|soltanto|unicamente|esclusivamente)${ROMANCE_ABOUT}:? (.+)`,
  `(?:por favor,? )?${PT_KEEP} (?:só|apenas|somente|unicamente)${ROMANCE_ABOUT}:? (.+)`,
  `${NL_KEEP} (?:alleen|enkel|uitsluitend)${NL_ABOUT}:? (.+?)(?: op)?`,
]);

const firstGroup = (patterns: readonly RegExp[], text: string): string | undefined =>
  patterns.map((pattern) => pattern.exec(text)?.[1]).find((subject) => subject !== undefined);

/** Returns the subject that a sentence excludes from memories, or undefined. */
export function findExcluded(sentence: string): string | undefined {
  return firstGroup(EXCLUDES, sentence);
}

/** Returns the subject that a sentence restricts memories to, or undefined. */
export function findIncluded(sentence: string): string | undefined {
  return firstGroup(INCLUDES, sentence);
}
