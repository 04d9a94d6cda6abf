// Sentences that exclude a subject from memories or restrict them to it, with the subject in the first group. English, German, French, Spanish,
// Italian, Portuguese and Dutch.

import { isFunctionWord } from '../words/function-words.js';

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

const wordsOf = (...lists: readonly string[]) => new RegExp(`^(?:${lists.join(' ').split(' ').join('|')})$`, 'iu');
const NOT = wordsOf(
  "no not never nothing none neither don['’]?t mustn['’]?t shouldn['’]?t without except but kein\\p{L}{0,3} nicht nichts nie niemals ohne außer ausser",
  'pas aucune? rien jamais sans sauf hormis sin nada nunca ning[uú]n[oa]? menos excepto salvo nessun[oa]? niente nulla mai non senza tranne eccetto',
  'sem nenhuma? não exceto fora geen niets nooit niet zonder behalve',
);
/** Verbs that exclude. Beside "not" they would mean the opposite: "Never forget my birthday." */
const LEAVES_OUT = wordsOf(
  'ignore exclude skip omit discard drop forget off-limits limits ignorieren? ausschließen ignorez? exclure omite ignora escludi ignorar excluir negeer',
);
const ONLY = wordsOf(
  'only just solely exclusively restrict limit nur ausschließlich lediglich uniquement seulement solo sólo solamente únicamente soltanto solamente unicamente só apenas somente alleen enkel uitsluitend',
);
/** What a short instruction consists of, beside its subject. */
const PLAIN = wordsOf(
  'please any anything everything all data info information details? facts? memor(?:y|ies) stuff things? topics? questions? preferences? want wants wanted like need must may should be store[ds]? save[ds]? keep kept remember(?:ed)? record(?:ed)? track collect(?:ed)? include[ds]? leave out off user users? or personal related about',
  "bitte alles daten angaben informationen inhalte themen fakten speicher[ent]* merken? behalten erfassen aufnehmen données?e? informations? infos? détails? tout toute conserver garder stocker s[’']il vous plaît concernant",
  'datos? información informaciones detalles todo guardar guarda por favor dat[oi] informazioni dettagli tutto salvare salva ricorda dados? informaç(?:ão|ões) tudo guardar gegevens informatie details opslaan bewaar onthoud graag',
);

/** "Store nothing but food" restricts. */
const NOTHING_BUT =
  /(?<!\p{L})(?:nothing (?:but|except)|nichts (?:außer|als)|rien (?:que|sauf)|nada (?:más que|mais que|excepto|exceto|salvo)|niente (?:altro che|tranne)|niets (?:behalve|dan))(?!\p{L})/giu;
/** "No medical data, such as diagnoses" */
const EXAMPLES =
  /,?\s\(?(?:such as|like|e\.?g\.?|including|z\.\s?b\.|wie|par exemple|comme|por ejemplo|como|per esempio|come|zoals)\s[^]*/iu;

/** Returns what an instruction says of its subject, if the words beside the subject say nothing more. */
export function findWish(rest: string): 'exclude' | 'include' | null {
  const words =
    rest
      .replaceAll(NOTHING_BUT, 'only')
      .replace(EXAMPLES, '')
      .match(/[\p{L}'’-]+/gu) ?? [];
  const [not, leaves, only] = [NOT, LEAVES_OUT, ONLY].map((rule) => words.some((word) => rule.test(word)));
  const isPlain = (word: string) =>
    [NOT, LEAVES_OUT, ONLY, PLAIN].some((rule) => rule.test(word)) || isFunctionWord(word.replace(/^[dl]['’]/u, ''));
  if (!words.every(isPlain) || [not, leaves, only].filter(Boolean).length !== 1) return null;
  return only ? 'include' : 'exclude';
}
