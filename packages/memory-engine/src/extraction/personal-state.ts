import { PETS, PROFESSIONS } from '../words/topics.js';

const SUBJECT =
  "(?:(?:\\p{Lu}[\\p{L}'’-]+ and )?\\p{Lu}[\\p{L}'’-]+|[Tt]he (?:kids|children|baby|babies|twins|girls|boys|dog|cat|neighbou?rs))";
const ADVERBS =
  '(?:(?:now|also|still|already|currently|really|very|quite|so|a bit|totally|no longer|not|both|back to being|always|never|often|usually|constantly|rarely|forever) )*';
const STATES = [
  'vegetarians?|vegans?|pescatarian|teetotal|sober|pregnant|expecting|married|engaged|divorced|separated|widowed|single|retired|unemployed|jobless',
  'ill|sick|unwell|injured|deaf|blind|diabetic|asthmatic|autistic|dyslexic|col(?:ou)?r[- ]?blind|left-handed|right-handed|ambidextrous',
  'allergic|(?:lactose|gluten|fructose)[- ]intolerant|c(?:o)?eliac|back|away|abroad|asleep|afraid|scared|fond|keen|crazy about|(?:good|great|bad|terrible) (?:at|with)',
  '(?:in|out of|at|on|off) (?:hospital|rehab|prison|jail|town|bed|kindergarten|nursery|school|university|uni|college|work|home|holiday|vacation|leave|call|medication|antibiotics|maternity|parental|a diet)',
];
const NOUNS = [...PROFESSIONS.split(' '), ...PETS.split(' ')].join('|');
const KINDS = `(?:\\p{L}+ ){0,2}(?:${NOUNS}|student|pupil|apprentice|vegetarian|vegan|twin|widow|widower|bachelor|poodle|labrador|terrier|greyhound|collie|beagle|dachshund|spaniel|shepherd|tabby)`;
const AGE =
  '(?:(?:nearly|almost|about|turning|just|only) )?(?:\\d{1,3}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\\p{L}+teen|(?:twen|thir|for|fif|six|seven|eigh|nine)ty(?:-\\p{L}+)?)';
const TRAITS =
  'tall|bald|blonde?|ginger|short-sighted|shy|introverted|extrovert(?:ed)?|talkative|chatty|stubborn|lazy|grumpy|clumsy|generous|jealous|homesick|forgetful|moody|ticklish|polite|rude|bossy|hungover|lonely|depressed|anxious|stressed|pissed off|furious|heartbroken|late|punctual|on time|tired|busy|hungry|messy|noisy|patient|impatient|strict';
const STATE = new RegExp(
  `^${SUBJECT} (?:is|are) ${ADVERBS}(?:(?:${STATES.join('|')})|${TRAITS}|an? ${KINDS}|${AGE}(?=(?: (?:now|today|already|soon|and)(?!\\p{L})|[.!,])|$))(?![\\p{L}-])`,
  'u',
);
/** States that only people and pets have, so that a name without a capital letter is enough: "tom is allergic to nuts", unlike "tofu is vegan". */
const ONLY_PEOPLE = new RegExp(
  `^(?:(?:aunt|auntie|uncle|cousin|granny) )?\\p{L}[\\p{L}'’-]+(?: and \\p{L}[\\p{L}'’-]+)? (?:is|are) ${ADVERBS}(?:allergic|(?:lactose|gluten|fructose)[- ]intolerant|c(?:o)?eliac|pregnant|married|divorced|widowed|retired|unemployed|diabetic|asthmatic|autistic|dyslexic|colou?r[- ]?blind|left-handed|right-handed|teetotal|scared|afraid|homesick|(?<=(?:now|no longer|still|currently) )(?:vegetarian|vegan)|(?:vegetarian|vegan)(?= (?:now|too|again|since|as well|like)(?!\\p{L}))|an? (?:\\p{L}+ ){0,2}(?:vegetarian|vegan|widow|widower|bachelor|student|pupil|${PROFESSIONS.split(' ').join('|')})|${AGE} years old)(?![\\p{L}-])`,
  'u',
);
const NO_PERSON =
  /^(?:(?:every|any|some|no)(?:one|body|thing)|people|men|women|most|many|all|it|this|that|there|what|which|who)(?!\p{L})/iu;
/** Dutch shares "is" with English: "Emma is zwanger". */
const DUTCH_STATE =
  /^(?:de |het )?\p{L}[\p{L}'’-]+ is (?:(?:nu|ook|nog|al|weer|erg|heel|niet|geen|een) )*(?:zwanger|vegetari[ëe]r|vegetarisch|veganist(?:isch)?|allergisch|gescheiden|getrouwd|verloofd|weduwe|weduwnaar|ziek|doof|blind|diabeet|linkshandig|rechtshandig|werkloos|gepensioneerd|autistisch|dyslectisch|verhuisd|bang|jarig|verlegen|leraar|lerares|verpleegkundige|verpleegster|huisarts|advocaat|kapper|kapster|timmerman|loodgieter|elektricien|monteur|\p{L}*(?:student|docent|chauffeur|bakker|schilder|verkoper))(?!\p{L})/iu;
/** Relatives as names: "Mum is in Leeds" is about the speaker's mother. */
const RELATIVE = /(?<!\p{L})(?:mum|mom|mummy|mommy|dad|daddy|grandma|grandpa|granny|nana|grandad|auntie)(?!\p{L})/iu;

/** Whether an English or Dutch sentence says how a person or pet is: "Tom is allergic to nuts", unlike "Gravity is a force". */
export function tellsPersonalState(sentence: string): boolean {
  if (STATE.test(sentence) || RELATIVE.test(sentence)) return true;
  return !NO_PERSON.test(sentence) && (ONLY_PEOPLE.test(sentence) || DUTCH_STATE.test(sentence));
}
