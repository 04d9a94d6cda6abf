import { PETS, PROFESSIONS } from '../words/topics.js';

const SUBJECT =
  "(?:(?:\\p{Lu}[\\p{L}'’-]+ and )?\\p{Lu}[\\p{L}'’-]+|[Tt]he (?:kids|children|baby|babies|twins|girls|boys|dog|cat|neighbou?rs))";
const ADVERBS =
  '(?:(?:now|also|still|already|currently|really|very|quite|so|a bit|totally|no longer|not|both|back to being) )*';
const STATES = [
  'vegetarians?|vegans?|pescatarian|teetotal|sober|pregnant|expecting|married|engaged|divorced|separated|widowed|single|retired|unemployed|jobless',
  'ill|sick|unwell|injured|deaf|blind|diabetic|asthmatic|autistic|dyslexic|col(?:ou)?r[- ]?blind|left-handed|right-handed|ambidextrous',
  'allergic|(?:lactose|gluten|fructose)[- ]intolerant|c(?:o)?eliac|back|away|abroad|asleep|afraid|scared|fond|keen|crazy about|(?:good|great|bad|terrible) (?:at|with)',
  '(?:in|out of|at|on|off) (?:hospital|rehab|prison|jail|town|bed|kindergarten|nursery|school|university|uni|college|work|home|holiday|vacation|leave|call|medication|antibiotics|maternity|parental|a diet)',
];
const NOUNS = [...PROFESSIONS.split(' '), ...PETS.split(' ')].join('|');
const KINDS = `(?:\\p{L}+ ){0,2}(?:${NOUNS}|student|pupil|apprentice|vegetarian|vegan|twin|widow|widower|bachelor|poodle|labrador|terrier|greyhound|collie|beagle|dachshund|spaniel|shepherd|tabby)`;
const STATE = new RegExp(`^${SUBJECT} (?:is|are) ${ADVERBS}(?:(?:${STATES.join('|')})|an? ${KINDS})(?![\\p{L}-])`, 'u');
/** Relatives as names: "Mum is in Leeds" is about the speaker's mother. */
const RELATIVE = /(?<!\p{L})(?:mum|mom|mummy|mommy|dad|daddy|grandma|grandpa|granny|nana|grandad|auntie)(?!\p{L})/iu;

/** Whether an English sentence says how a person or pet is: "Tom is allergic to nuts", unlike "Gravity is a force". */
export function tellsPersonalState(sentence: string): boolean {
  return STATE.test(sentence) || RELATIVE.test(sentence);
}
