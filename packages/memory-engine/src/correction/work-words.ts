// Wordings of jobs: to have one, to lose it, to have none and to find one. English, German, French, Spanish, Italian, Portuguese and Dutch.
import { wholeWords } from '../words/whole-words.js';

/** Words of an employer or a profession. */
export const WORK = wholeWords([
  "work(?:s|ing)? (?:for|at|as|in)|employed|job|(?:first|last) (?:day|week) at|new team|i(?:['’]m| am) an? [\\p{L} ]{0,20}(?:developer|engineer|nurse|teacher|waiter|waitress|manager|designer|driver|clerk|accountant|chef|cook|lawyer|analyst)|position|promot(?:ed|ion)|resigned|i(?:['’]m| am|['’]ve been) (?:now )?an? (?:[\\p{L}-]+ ){0,2}[\\p{L}-]+(?:er|or|ist|ian|ant|man|woman|cook|clerk|nurse|intern|coach)|senior|junior|quit (?:my|the)|hired (?:me|at|by)|start(?:ed|ing)? (?:at|as)|new job|joined",
  "i(?:['’]m| am) an? (?!student|pupil)(?:[\\p{L}-]+ ){1,3}at (?!home|heart|night|risk|school|uni)|(?:got|was|been|were) (?:fired|sacked|let go|laid off|made redundant)|(?:fired|sacked) me|(?:let|laid) me (?:go|off)|lost my job|redundan\\p{L}+|i quit(?=\\s*(?:[.!,;]|$))|(?:my|in) (?:notice|resignation)",
  'entlassen|gefeuert|kündigung|renunci(?:é|ado)|dimit(?:í|ido)|licenciée?|virée?|démission|dimissioni|demissão|demit\\p{L}+|ontslagen',
  'arbeite|arbeitet|gekündigt|beruf|(?:seit|ab) (?:\\p{L}+ ){1,2}bin ich bei|(?:bin|ist) (?:jetzt|nun) \\p{L}+|ich bin (?!vega|vegetar)\\p{L}+(?:er|erin|in)',
  'trabaj[oa]|trabalh[oa]|desde (?:el )?\\p{L}+ est(?:oy|ou) (?:en|na|no)|ahora soy|agora sou|soy (?:camarer|enfermer|profesor|cociner|abogad)[oa]|sou (?:empregado|enfermeir|professor|cozinheir)\\p{L}*|despedi-me',
  'travaille|depuis \\p{L}+,? je suis chez|je suis (?:maintenant )?(?:serveu|cuisin|infirm|profess|vendeu)\\p{L}+|démissionné|lavoro|da \\p{L}+ sono (?:al|alla|in)|faccio (?:il|la)|ora faccio',
  'i (?:now )?teach|unterrichte|enseigne|enseño|insegno|ensino|geef (?:nu )?les|je suis (?:maintenant|désormais) (?!à|au|aux|en|dans|chez|avec|sans|de|plus|très|trop|vég)\\p{L}{4,}',
  'retrained|despid\\p{L}+|despedi\\p{L}*|licenziat[oa]|reconverti[es]?|taller|fabbrica|bakkerij|ik werk|sinds \\p{L}+ (?:zit|werk) ik bij|ik ben (?:nu )?\\p{L}+(?:er|bode)|ben nu|ontslag genomen',
]);
/** Says that a job has ended without naming it: "I got fired". */
export const JOB_ENDS =
  /^(?:(?:well|so|ok|and|yesterday|today),? )?(?:(?:i(?:['’]ve)?|we)(?: have)?(?: just| finally)? (?:quit|resigned)(?: my (?:job|position))?(?=\s*(?:[.,!;]|$)| (?:last|yesterday|today|this|on|in|two|because|and))|i(?: just)? (?:got|was|have been) (?:fired|sacked|laid off|let go|made redundant)|i(?:['’]ve)?(?: just)? (?:lost my job|handed in my (?:notice|resignation))|ich habe gekündigt|ich (?:bin|wurde) \p{L}*\s?(?:entlassen|gefeuert|gekündigt)|mir wurde .{0,20}gekündigt|(?:he dejado|dejé) (?:mi|el) trabajo|me (?:han despedido|despidieron)|he renunciado|j['’]ai (?:démissionné|été (?:licencié|viré)e?)|mi sono (?:licenziat|dimess)[oa]|mi hanno licenziat[oa]|(?:eu )?(?:pedi demissão|fui demitid[oa]|despedi-me)|ik (?:heb ontslag genomen|ben .{0,10}ontslagen))(?!\p{L})/iu;

const JOBLESS = wholeWords([
  'unemployed|out of work|between jobs|(?:looking|searching) for (?:a (?:new )?job|work)|arbeitslos|auf (?:der )?(?:job|arbeits)suche|suche (?:gerade )?(?:einen job|eine (?:stelle|arbeit)|arbeit)',
  'au chômage|cherche (?:du travail|un (?:emploi|travail|boulot))|en (?:el )?paro|desemplead[oa]|busco (?:trabajo|empleo)|disoccupat[oa]|cerco (?:un )?lavoro',
  'desempregad[oa]|procuro (?:um )?(?:emprego|trabalho)|werkloos|zoek (?:een )?(?:baan|werk)',
]);
const JOB_FOUND = wholeWords([
  "(?:found|got|landed|have) (?:an? |the )?(?:new )?(?:job|work)|(?:got|was|been) hired|hired me|i(?:['’]ve)? (?:just )?start(?:ed)? (?:at|as|working)",
  '(?:einen job|eine (?:neue )?(?:stelle|arbeit)|arbeit) (?:\\p{L}+ ){0,3}(?:gefunden|bekommen)|(?:trouvé|décroché) (?:du travail|un (?:nouvel |nouveau )?(?:emploi|travail|boulot|poste))|(?:encontr(?:é|ado|ei)|consegu(?:í|ido|i)|arranjei) (?:um |un )?(?:trabajo|empleo|emprego|trabalho)',
  'trovato (?:un )?(?:lavoro|impiego|posto)|(?:een (?:nieuwe )?baan|werk) (?:\\p{L}+ ){0,3}gevonden|(?:vind|heb) (?:ik )?(?:\\p{L}+ )?(?:een baan|werk) gevonden',
]);

/** Whether the speaker of the earlier statement had no job and finds one by the later statement. */
export function findsJob(older: string, newer: string): boolean {
  return JOBLESS.test(older) && JOB_FOUND.test(newer) && !JOBLESS.test(newer);
}
