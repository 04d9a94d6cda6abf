// Secrets that a sentence tells in words: answers for a bank, unlock patterns, passphrases, how a password is spelled. Seven languages.
import { isFunctionWord } from '../words/function-words.js';
import { capture, toUnusual } from './secret-passwords-in-words.js';
import type { Span } from './secret-shapes.js';
import { DESCRIPTION } from './secret-words.js';

const start = String.raw`(?<!\p{L})`;
const end = String.raw`(?!\p{L})`;

/** What banks ask: "mother's maiden name", "first pet". */
const PERSONAL = new RegExp(
  `${start}(?:maiden name|memorable (?:place|name|date|person)|(?:first|childhood|favou?rite) (?:pet|dog|cat|car|school|teacher|street|friend|best friend|job|crush|concert|film|movie|book|toy|nickname)|best friend|city (?:of birth|(?:i|you) (?:was|were) born)|street (?:i|you) grew up` +
    '|mädchenname\\p{L}*|erste[nrsm]? (?:haustiere?s?|hunde?s?|katze|auto|schule|lehrer(?:in)?|straße|freund(?:in)?|job|konzert)|lieblings\\p{L}+|geburtsort|spitzname' +
    '|nom de jeune fille|premi(?:er|ère) (?:animal|chien|chat|voiture|école|professeur|prof|maîtresse|instituteur|institutrice|ami|rue|emploi)|meilleure? amie?|ville de naissance|surnom' +
    '|apellido de soltera|primer[ao]? (?:mascota|perro|gato|coche|colegio|escuela|profe(?:sora?)?|maestr[ao]|amigo|calle|trabajo)|mejor amig[oa]|ciudad de nacimiento|apodo' +
    '|cognome (?:di mia madre )?da (?:nubile|signorina|ragazza)|prim[oa] (?:animale|cane|gatto|auto|macchina|scuola|maestr[ao]|professoressa|amic[oa]|lavoro)|miglior[e]? amic[oa]|città di nascita|soprannome' +
    '|nome de solteira|primeir[oa] (?:animal|bicho|cão|cachorro|gato|carro|escola|professora?|amig[oa]|rua|emprego)|melhor amig[oa]|cidade (?:natal|de nascimento)|apelido de infância' +
    `|meisjesnaam|eerste (?:huisdier|hond|kat|auto|school|juf|leraar|meester|vriend(?:in)?|baan|straat)|beste vriend(?:in)?|geboorteplaats|bijnaam)${end}`,
  'iu',
);
/** Who asks to know who is there. */
const ASKER = new RegExp(
  `${start}(?:banks?|account|reset|recovery|verify|verification|identity|insurance|ask(?:s|ed)? me|versicherung|krankenkasse|telekom|vodafone|fragen mich|mutuelle|assurance|orange|me demande\\p{L}*|seguro|movistar|me pregunta\\p{L}*|assicurazione|mi chied\\p{L}+|me pergunta\\p{L}*|verzekering|vragen me|hotline|support|login|password|sparkasse|volksbank|konto|passwort|sicherheitsfragen?|banque|compte|mot de passe|banco|cuenta|contraseña|recuperar|banca|conto|recupero|poste|conta|senha|recuperação|rekening|wachtwoord|helpdesk|question secrète|pregunta (?:secreta|de seguridad)|domanda (?:segreta|di sicurezza)|pergunta (?:secreta|de segurança)|(?:controle|beveiligings|geheime )vra(?:ag|gen)|security questions?|santander|halifax|barclays|lloyds|hsbc|natwest|nationwide|revolut|n26|bbva|caixabank|unicredit|intesa|ing|abn|rabobank|nubank|itaú|bradesco|amazon|ebay|netflix|spotify|e?-?mail|gmail|hotmail|outlook|apple|icloud|paypal|web\\.de|gmx)${end}`,
  'iu',
);
const NAME = String.raw`(\p{Lu}[\p{L}'’-]{2,30}(?:\s(?:\p{Ll}{1,3}\s)?\p{Lu}[\p{L}'’-]{2,30}){0,3})`;
const ALWAYS = String.raw`(?:(?:always|just|usually|them|dann|dan|alors|entonces|allora|então|immer|einfach|toujours|siempre|sempre|altijd|gewoon|mit|with|con|com|met|que|it is|it['’]s)\s){0,2}`;
/** "I always say Thistle", "zeg ik altijd Thistle" */
const SAYS = new RegExp(
  String.raw`${start}(?:[Ii] (?:always |just |usually )?(?:say|said|tell|told|put|answer|answered|give|gave|use|typed?|enter|entered|wrote)|(?:sag|sage|schreib|schreibe|nehm|nehme|antworte|tippe|gebe?) ich|ich (?:sag|sage|schreibe|antworte|nehme)|je (?:dis|mets|réponds|donne|tape)|(?:digo|pongo|contesto|respondo|escribo|dije|puse|contesté|respondí|ponho|escrevo|disse|pus|respondi|coloco|coloquei|boto|botei)|(?:dico|metto|rispondo|scrivo|ho detto|ho messo|ho risposto|ho scritto)|(?:zeg|vul|antwoord|typ|gebruik|schrijf) ik|ik (?:zeg|antwoord|typ|vul))\s${ALWAYS}${NAME}(?=\s{0,3}(?:[.!,;]|$)|\s(?:which|that|and|but|because|lol|und|aber|weil|qui|et|mais|car|que|y|pero|porque|che|e|ma|perché|mas|wat|en|maar|want)\s)`,
  'gu',
);
/** "I always say thistle": the same in small letters. */
const SAYS_ALWAYS = new RegExp(
  String.raw`${start}(?:i always (?:say|put|answer|type)|sag(?:e)? ich immer|ich sage? immer|je (?:dis|mets|réponds) toujours|(?:siempre (?:digo|pongo|contesto|respondo)|(?:digo|pongo) siempre)|(?:dico|metto|rispondo) sempre|sempre (?:digo|ponho|respondo)|(?:digo|ponho|respondo) sempre|zeg ik altijd|ik zeg altijd)\s(\p{Ll}[\p{L}'’-]{3,20}(?:\s\p{L}{3,20}){0,2})(?=\s{0,3}(?:[.!,;]|$))`,
  'giu',
);
/** "Da hab ich beim ersten Lehrer Thistle angegeben", "eerste hond, daar heb ik Thistle ingevuld" */
const SAYS_AT_END = new RegExp(
  String.raw`\s${NAME}\s(?:angegeben|eingegeben|eingetragen|geschrieben|gesagt|genommen|hinterlegt|geantwortet|ingevuld|opgegeven|gezegd|geantwoord|gezet)${end}`,
  'gu',
);
/** "… asks the best friend of my childhood, Thistle Grove," */
const NAME_BEHIND = new RegExp(
  String.raw`^[^,:;.!?\n]{0,40}(?:[,:]|\s(?:and|und|et|y|e|en))\s(?:(?:that['’]?s|its|it['’]s|c['’]est|es|è|é|das ist|dat is)\s)?${NAME}(?=\s{0,3}(?:[.!,;]|$))`,
  'u',
);
/** "First pet for the reset is Biscuit" */
const NAME_IS = new RegExp(
  String.raw`^\s(?:for|at|on|bei|für|chez|pour|en|para|per|su|no|na|bij|voor|if)\s[^,:;.!?\n]{0,40}(?::|\s(?:is|was|ist|war|hieß|(?:c['’])?est|es|è|é|era))\s${NAME}(?=\s{0,3}(?:[.!,;]|$))`,
  'u',
);
const ASKS = new RegExp(
  `${start}(?:asks?|recover\\p{L}*|fragt?|fragen|wiederherstell\\p{L}*|demandent?|récupér\\p{L}*|pregunt\\p{L}+|recuperar|chied\\p{L}+|recuperare|pergunt\\p{L}+|vraagt|vragen|herstel\\p{L}*)${end}`,
  'iu',
);

/** Who calls to hear a word: a company that watches an alarm, a bank. */
const CALLER = new RegExp(
  `${start}(?:alarm company|security (?:company|people|firm)|security|customer service|helpline|call cent(?:er|re)|control room|monitoring (?:center|centre|company|station)|central station|bank|leitstelle|kundendienst|hotline|sicherheitsdienst|wachdienst|notrufzentrale|alarmzentrale|télésurveillance|centrale|société de surveillance|sécurité|service client|central|centralita|empresa de (?:alarma|alarmas|seguridad|segurança)|alarmas|seguridad|atención al cliente|sicurezza|assistenza clienti|segurança|vigilanza|istituto di vigilanza|central de alarme|securitas|prosegur|verisure|meldkamer|alarmcentrale|beveiliging)${end}`,
  'iu',
);
const CALLS = new RegExp(
  `${start}(?:calls?|rings?|phones?|asks?|checks?|on the phone|fragt|fragen|hören|am telefon|demande|au téléphone|pregunta|comprueb\\p{L}*|chiede|al telefono|pergunta|vraagt|klantenservice|(?:ruft|rufen|anruf\\p{L}*)|appell\\p{L}*|téléphon\\p{L}*|llam\\p{L}+|chiam\\p{L}+|telefon\\p{L}*|lig(?:a|am|ar)|bell?en|belt)${end}`,
  'iu',
);
const SAYS_WORDS = new RegExp(
  String.raw`${start}(?:(?:i|you|we) (?:just |always )?(?:say|answer|go)|(?:just )?say|sage? ich(?: immer| einfach)?|sag (?:immer|einfach)|(?:nenn|antworte|schreibe?) ich(?: dann| immer)?|ich (?:sage?|nenne?|antworte)(?: dann| immer)?|je (?:dis|réponds)|dis juste|digo|contesto|respondo|dico|rispondo|antwoord ik|ik (?:zeg|antwoord)|zeg (?:ik|dan|gewoon)(?: altijd)?)\s["“„«']?((?:\p{L}{2,14} ){0,4}\p{L}{3,14})(?=["”»']?\s{0,3}(?:[.,!;]|$)|\s(?:and|und|et|y|e|en)\s)`,
  'giu',
);

/** "The guard always wants to hear green giraffe" */
const HEARS = new RegExp(
  String.raw`${start}(?:(?:wants?|needs?) to hear|(?:immer|will|wollen|muss|müssen)\s((?:\p{L}{2,14} ){0,3}\p{L}{3,14})\shören|veut entendre|quiere oír|vuole sentire|quer ouvir|wil horen)`,
  'giu',
);

/** How a password is spelled: "all lowercase and one word". */
const SPELLED = new RegExp(
  String.raw`(?:^|[\s"“„«'])([\p{L}\d]{6,40})["”»']?,?\s\(?(?:(?:it['’]s|that['’]s|written|geschrieben|écrit|scritto|escrito|geschreven)\s)?(?:no (?:caps|capitals)|(?:all )?small letters|all (?:in )?(?:lower ?case|small letters)|all one word|(?:in |all )lower ?case|(?:without|no) spaces|as one word|one word,? lower|alles klein|alles zusammen|klein und zusammen|zusammengeschrieben|kleingeschrieben|ohne leerzeichen|tout (?:attaché|en minuscules?|collé)|en minuscules?|sans espaces?|todo (?:junto|en minúsculas?|minúsculas?)|en minúsculas?|sin espacios|tutto (?:attaccato|minuscolo|in minuscolo)|in minuscolo|senza spazi|tudo (?:junto|minúsculo|em minúsculas?)|em minúsculas?|sem espaços?|alles (?:aan elkaar|kleine letters|klein)|aan elkaar|(?:met )?kleine letters|zonder spaties)${end}`,
  'giu',
);
const OPENS_ACCOUNT = new RegExp(
  `${start}(?:accounts?|konto|konten|compte|cuenta|conta|password|passwort|kennwort|mot de passe|contraseña|senha|wachtwoord|wi-?fi|wlan|netflix|disney|spotify|hulu|hbo|amazon|prime|dazn|sky|router|laptop|login|log in|einloggen|inloggen|entr[aoi]\\p{L}*|connect\\p{L}*)${end}`,
  'iu',
);
/** What is public: "my handle is …, all lowercase". */
const PUBLIC =
  /(?<!\p{L})(?:user ?name|handle|nick\p{L}*|hash-?tag|domain|dominio|website|site|brand|band|variable|file|datei|fichier|benutzername|usuario|usuário|nome utente|utilisateur|gebruikersnaam|instagram|tiktok|reddit)(?!\p{L})/iu;

/** "The rest is gull-of-the-bay", "lo otro es X" */
const THE_REST = new RegExp(
  String.raw`${start}(?:the rest|the other (?:one|bit|part|half)|der rest|das andere|le reste|lo (?:otro|demás)|el resto|il resto|l['’]altr[oa]|o resto|o outro|a outra|de rest|het andere|de andere)(?:\s(?:is|ist|est|c['’]est|es|è|é)|:)\s(\S{5,60})(?=\s|$)`,
  'giu',
);

/** Returns the words of a secret where a sentence of one of these kinds has them. */
export function findTold(segment: string): Span[] {
  return [
    ...findPersonalAnswers(segment),
    ...(CALLER.test(segment) && CALLS.test(segment) ? capture(segment, SAYS_WORDS).filter(isNotSaid(segment)) : []),
    ...capture(segment, HEARS).filter(isNotSaid(segment)),
    ...(OPENS_ACCOUNT.test(segment) && !PUBLIC.test(segment)
      ? capture(segment, SPELLED).filter(isNotSaid(segment))
      : []),
    ...capture(segment, THE_REST).flatMap((span) => toUnusual(segment, span)),
  ];
}

function findPersonalAnswers(segment: string): Span[] {
  const personal = PERSONAL.exec(segment);
  if (!personal || !ASKER.test(segment)) return [];
  const found = [
    ...[SAYS, SAYS_AT_END].flatMap((pattern) => capture(segment, pattern)),
    ...capture(segment, SAYS_ALWAYS).filter(isNotSaid(segment)),
  ];
  const from = personal.index + personal[0].length;
  const behind = ASKS.test(segment) ? [NAME_IS, NAME_BEHIND] : [NAME_IS];
  if (found.length > 0) return found;
  const [all = '', name = ''] = behind.flatMap((pattern) => pattern.exec(segment.slice(from)) ?? []);
  const to = from + all.length;
  return name === '' ? [] : [{ from: to - name.length, to }];
}

function isNotSaid(segment: string): (span: Span) => boolean {
  return ({ from, to }) => {
    const [first = ''] = segment.slice(from, to).split(/\s/u);
    return !isFunctionWord(first) && !DESCRIPTION.test(first);
  };
}
