// Requests to store a fact: "pls remember im vegan", "note to self: dentist on friday 9am". Seven languages.
import { readStanding } from '../traits/standing.js';
import { getWords } from '../words/stem.js';

const HAIL = String.raw`(?:(?:hey|hi|ok(?:ay)?|so|and|also|oh|btw|please|pls|plz|bitte|hé|por favor|per favore|s['’]il te plaît|stp|alsjeblieft),?\s+){0,3}`;
const ASKED = String.raw`(?:(?:(?:can|could|cld|would|will)\s(?:yo)?u|i (?:want|need|['’]?d like|would like) you to)\s(?:(?:please|pls|plz|just|also)\s)?)?`;
const KEEP = String.raw`(?:remember|note(?: down)?|make (?:a )?note|take (?:a )?note|keep in mind|bear in mind|save|store|write down|jot down|don['’]?t (?:ever )?forget|never forget)`;
const DE = String.raw`(?:(?:kannst|könntest|würdest) du (?:dir )?(?:bitte )?(?:merken|notieren|speichern)|merke? dir|notiere?(?: dir)?|speichere?|vergiss nicht|denk dran|denk daran)`;
const FR = String.raw`(?:(?:peux-tu|tu peux|pourrais-tu) (?:te rappeler|retenir|noter)|retiens|note|rappelle-toi|souviens-toi|n['’]oublie pas|mémorise)`;
const ES = String.raw`(?:(?:puedes|podrías) (?:recordar|anotar|apuntar)|recuerda|anota|apunta|no olvides|ten en cuenta)`;
const IT = String.raw`(?:(?:puoi|potresti) (?:ricordare|ricordarti|annotare)|ricorda(?:ti)?|annota|non dimenticare|tieni presente)`;
const PT = String.raw`(?:(?:podes|pode|você pode|poderia) (?:lembrar|anotar)|lembra(?:-te)?|lembre(?:-se)?|anota|não (?:te )?esqueças?|tem em conta)`;
const NL = String.raw`(?:(?:kun je|kan je|wil je) (?:onthouden|noteren)|onthoud|noteer|vergeet niet)`;
const THAT = String.raw`(?:,?\s+(?:that(?!\s+(?:time|day|night|one|guy)\s)|dass|daß|que|che|dat)\s+|,?\s*:\s*|\s+[-–—]\s+)`;
/** What follows is the fact. */
const EXPLICIT = new RegExp(
  String.raw`^${HAIL}(?:${ASKED}${KEEP}|(?:just )?(?:so you|to) remember|${DE}|${FR}|${ES}|${IT}|${PT}|${NL}|(?:a )?(?:quick )?(?:note|reminder) to (?:self|myself))${THAT}(?=[\p{L}\p{N}])`,
  'iu',
);
/** Without "that", a statement has to follow: "remember my birthday" has none. */
const SUBJECT_FOLLOWS = new RegExp(
  String.raw`^${HAIL}(?:${ASKED}${KEEP}|just so you remember),?\s+(?=(?:i|we|im|i['’]m|ive|i['’]ve|we['’]re|we['’]ve|(?:my|our)\s(?:[\p{L}'’-]+\s){1,3}(?:is|are|was|were|has|have|had|will|can|can['’]?t|does|doesn['’]?t|likes?|loves?|hates?|lives?|works?|leaves?|starts?|ends?|closes?|opens?|eats?|drinks?|takes?|turns?|called))\s)`,
  'iu',
);
const DID_YOU_KNOW = String.raw`(?:did (?:yo)?u know|wusstest du|hast du gewusst|tu savais|savais-tu|sabías|(?:lo )?sapevi|(?:você |vc )?sabia|sabias|wist je)(?:\s(?:schon|al))?(?:,?\s(?:that|dass|que|q|che|ke|dat))?`;
const YOU_KNOW_THAT = String.raw`(?:weißt du|tu sais|sabes|(?:lo )?sai|(?:você |vc )sabe|weet je)(?:\s(?:schon|al))?,?\s(?:dass|que|q|che|ke|dat)`;
/** "Did you know im pregnant" tells it. "Did you know my name" asks. */
const KNOWN = new RegExp(
  String.raw`^${HAIL}(?:${DID_YOU_KNOW}|${YOU_KNOW_THAT})\s+(?=(?:(?:i|we|im|i['’]m|ive|i['’]ve|ich|wir|je|j['’]\p{L}+|nous|soy|tengo|estoy|sono|ho|eu|sou|tenho|estou|ik)|(?:my|our|(?:mein|unser)\p{L}*|mon|ma|mes|mis?|mi[oa]|meu|minha|mijn)\s\S+)\s\S)`,
  'iu',
);
/** "Remember that you are a pirate", "note that this is urgent", "save that for later", "remember that film we saw": no fact follows. */
const NO_FACT =
  /^(?:(?:you|your|this|that|it|these|those|what|when|where|who|why|how|if|whether|for|as|to|with|from|about|and|or|please|thing|one)(?!\p{L})|(?!i |we )\p{Ll}+ (?:i|we|you|for|from|about|that)(?!\p{L}))/u;

const POLITE = new RegExp(`^${HAIL}${ASKED}`, 'iu');

/**
 * Returns the fact that a sentence asks to store, or null. "Remember" stays where it makes the fact a standing instruction, as in
 * "remember I'm allergic to latex".
 */
export function findRequestedFact(sentence: string): string | null {
  const lead = (EXPLICIT.exec(sentence) ?? SUBJECT_FOLLOWS.exec(sentence) ?? KNOWN.exec(sentence))?.[0];
  if (lead === undefined) return null;
  const asked = sentence.replace(/\s*[?？]+$/u, '').trim();
  const fact = asked.slice(lead.length).trim();
  if (NO_FACT.test(fact) || getWords(fact).length < 2) return null;
  const request = asked.replace(POLITE, '');
  return isInstruction(request) && !isInstruction(fact) ? request : fact;
}

const isInstruction = (text: string) => readStanding(text).instruction;
