// Answers to security questions: seven languages. A value begins with a capital letter, except after the word "answer".
import { isFunctionWord } from '../words/function-words.js';
import { ACCOUNT, DESCRIPTION } from './secret-words.js';
import type { Span } from './secret-shapes.js';

/** "Sicherheitsfrage", "question secrète". */
const QUESTION =
  /(?<!\p{L})(?:security questions?|sicherheitsfragen?|questions? (?:secrètes?|de sécurité)|preguntas? (?:secretas?|de seguridad)|domand[ae] (?:segret[ae]|di sicurezza)|perguntas? (?:secretas?|de segurança)|(?:geheime|beveiligings|controle)-?\s?vra(?:ag|gen))(?!\p{L})/iu;
const END = String.raw`(?=\s{0,3}(?:[.!,;]|$))`;
const VALUE = String.raw`(\p{Lu}[\p{L}'’-]{2,30})${END}`;
/** Also "Captain Noodle" and "Rua das Magnólias". */
const NAME = String.raw`(\p{Lu}[\p{L}'’-]{1,30}(?:\s(?:\p{Ll}{1,3}\s)?\p{Lu}[\p{L}'’-]{1,30}){0,3})${END}`;
/** "Sicherheitsfrage Mädchenname der Mutter: Drosselbach", "Mother's maiden name (security question): Abernethwaite" */
const NOTED = new RegExp(String.raw`^(?::?\s[^:=.!?\n]{3,60}?|\))\s?[:=]\s${NAME}`, 'u');
/** "Security question: first pet -> Captain Noodle" */
const ARROW = new RegExp(String.raw`(?:[-=]>|→)\s?${NAME}`, 'gu');
/** "(the street I grew up on)" between a question and its answer */
const ASIDE = String.raw`(?:\s\([^()\n]{1,60}\))?`;
/** "Sicherheitsfrage: mein erstes Haustier hieß Schnurzel", "Security question: what was my first pet? Biscuit." */
const PET = String.raw`(?:pet|dog|cat|street|teacher|school|friend|car|haustier|hund|katze|straße|lehrer(?:in)?|schule|auto|animal|chien|chat|rue|professeur|école|voiture|mascota|perro|gato|calle|profesora?|escuela|coche|cane|via|maestr[oa]|scuola|estimação|cão|rua|professora?|escola|carro|huisdier|hond|kat|straat|leraar|juf)`;
const HEARD = new RegExp(
  String.raw`^:\s[^:.!?\n]{0,60}?(?<!\p{L})(?:${PET}|${PET.replaceAll(/(?<=[(|])\p{Ll}/gu, (first) => first.toUpperCase())})(?:\?|\s(?:was called|is called|hieß|hiess|heißt|s['’]appelait|s['’]appelle|se llamaba|si chiamava|chamava-se|heette|heet))\s${VALUE}`,
  'u',
);
/** "For the security question I put Biscuit." */
const PUT = new RegExp(
  String.raw`^,?\s(?:I|i|j['’]ai|he|ho|eu|ik)\s?(?:put|typed|answered|answer|mis|puesto|messo|pus|heb)\s${VALUE}`,
  'u',
);
/** "Alla domanda di sicurezza sul cognome rispondo sempre X", "bij de geheime vraag over … heb ik X ingevuld" */
const PUT_AFTER = new RegExp(
  String.raw`^[^.!?:\n]{0,70}?\s(?:[Ii] (?:put|typed|answered?|entered|wrote|use)|habe? ich|j['’]ai (?:mis|répondu|écrit)|je (?:mets|réponds)|(?:he )?(?:puesto|contestado|respondido)|(?:yo )?(?:puse|contesté|respondí|contesto|respondo|pongo|pus)|ho (?:messo|risposto|scritto)|metto|rispondo|botei|coloquei|respondi|escrevi|heb ik|vul ik)\s(?:(?:always|immer|toujours|siempre|sempre|altijd|que|com|con|mit|met|with)\s)?(\p{Lu}[\p{L}'’-]{2,30})(?=\s{0,3}(?:[.!,;]|$)|\s(?:in|ein(?:getragen|gegeben)|angegeben|geantwortet|geschrieben|ingevuld|opgegeven|geantwoord|gezet)(?!\p{L}))`,
  'u',
);
/** "Question secrète : le prénom de ma première institutrice, X" */
const APPOSED = new RegExp(String.raw`^[^.!?:\n]{0,40}?\s?:\s[^:,.!?\n]{6,60},\s${NAME}`, 'u');
/** "Sicherheitsfrage Antwort: Schnurzel" */
const LABELED = new RegExp(
  String.raw`^,?\s(?:answer|antwort|réponse|respuesta|risposta|resposta|antwoord)(?:\s?[:=]|\s(?:is|ist|lautet|est|es|è|é))\s([\p{L}\d'’-]{3,30})${END}`,
  'iu',
);
/** "La réponse à la question secrète est Médor": a German noun would look like a name. */
const ANSWER_BEFORE =
  /(?<!\p{L})(?:answers?|réponses?|respuestas?|rispost[ae]|respostas?|antwort(?:en)?|antwoord(?:en)?)\s(?:[\p{L}'’]{1,8}\s){1,3}$/iu;
const ANSWER = new RegExp(String.raw`^${ASIDE}(?:\s(?:is|was|lautet|luidt|est|était|es|era|è|é)|\s?:)\s${NAME}`, 'u');
/** "Answers to my security questions: Rover, Elm Street" */
const ANSWERS = /^\s?:\s([^.!?\n]{3,100}?,[^.!?\n]{3,100})/u;

/** Her name before she married opens accounts: "mother's maiden name for the bank: …". */
const MAIDEN_NAME =
  /(?<!\p{L})(?:maiden name|mädchenname|geburtsname meiner mutter|nom de jeune fille|apellido de soltera|cognome da nubile|nome de solteira|meisjesnaam)(?!\p{L})/iu;
const MAIDEN = new RegExp(String.raw`^[^.,;:!?\n]{0,30}:\s${VALUE}`, 'u');

/** "My first pet was Biscuit, that's my security answer." The answer to a question of the speaker stands before. */
const ANSWER_AFTER = new RegExp(
  String.raw`(?<!\p{L})(?:is|was|(?:is|was) called|hieß|heißt|ist|s['’]appelait|est|se llamaba|es|si chiamava|è|chamava-se|é|heette|is) (\p{Lu}[\p{L}'’-]{2,30})[,;] (?:(?:it['’]s|it is|that['’]s|that is|which is) (?:my|the) (?:security|secret) (?:answer|question)|das ist (?:meine|die) (?:antwort auf die )?sicherheits(?:antwort|frage)|c['’]est ma (?:réponse|question) secrète|es mi (?:respuesta|pregunta) (?:secreta|de seguridad))(?!\p{L})`,
  'iu',
);

/** Whether a segment asks a security question: the next one may answer it. */
export function asksSecurityQuestion(segment: string): boolean {
  return QUESTION.test(segment) && /\?\s*$/u.test(segment);
}

/** Whether a segment continues a list of security questions: "Security question: maiden name -> Abernethwaite. First pet -> Noodle." */
export function listsAnswers(segment: string, next: string): boolean {
  return QUESTION.test(segment) && next.search(ARROW) >= 0;
}

/** Returns the answer to a security question, and a maiden name that a bank asks for. */
export function findSecurityAnswers(segment: string): Span[] {
  const before = ANSWER_AFTER.exec(segment);
  if (before) {
    const from = segment.indexOf(before[1] ?? '', before.index + 2);
    return [{ from, to: from + (before[1] ?? '').length }];
  }
  const question = QUESTION.exec(segment);
  if (question) {
    const from = question.index + question[0].length;
    const isAnswer = ANSWER_BEFORE.test(segment.slice(Math.max(0, question.index - 40), question.index));
    const arrows = Array.from(segment.matchAll(ARROW), ({ 0: all, 1: value = '', index }) => ({
      from: index + all.length - value.length,
      to: index + all.length,
    }));
    return [
      ...arrows,
      ...valueAfter(segment, {
        from,
        patterns: isAnswer ? [ANSWERS, ANSWER, LABELED] : [HEARD, PUT, LABELED, NOTED, PUT_AFTER, APPOSED],
      }),
    ];
  }
  const name = ACCOUNT.test(segment) ? MAIDEN_NAME.exec(segment) : null;
  return name ? valueAfter(segment, { from: name.index + name[0].length, patterns: [MAIDEN] }) : [];
}

function valueAfter(segment: string, { from, patterns }: { from: number; patterns: readonly RegExp[] }): Span[] {
  const rest = segment.slice(from);
  for (const pattern of patterns) {
    const { 0: all = '', 1: value = '' } = pattern.exec(rest) ?? [];
    if (value !== '' && !isFunctionWord(value) && !DESCRIPTION.test(value))
      return [{ from: from + all.length - value.length, to: from + all.length }];
  }
  return [];
}
