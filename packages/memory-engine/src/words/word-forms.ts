import { stem } from './stem.js';

// The stemmer of the database cuts endings off, so it knows that "walked" is a form of "walk", but not that "went" is one of "go".
const IRREGULAR_FORMS =
  'become became|begin began begun|bend bent|blow blew blown|break broke broken|bring brought|build built|' +
  'buy bought|catch caught|child children|choose chose chosen|come came|deal dealt|dig dug|draw drew drawn|' +
  'drink drank drunk|drive drove driven|eat ate eaten|fall fell fallen|feed fed|feel felt|fight fought|find found|fly flew flown|' +
  'foot feet|forget forgot forgotten|forgive forgave forgiven|freeze froze frozen|get got gotten|give gave given|go goes going went gone|' +
  'grow grew grown|half halves|hang hung|hear heard|hide hid hidden|hold held|keep kept|knife knives|' +
  'know knew known|lead led|learn learnt|lend lent|lose lost|make made|man men|mean meant|meet met|' +
  'mouse mice|pay paid|person people|ride rode ridden|ring rang rung|rise rose risen|run ran|say said|see saw seen|seek sought|' +
  'sell sold|send sent|shake shook shaken|shelf shelves|shine shone|shoot shot|show shown|sing sang sung|sink sank sunk|sit sat|' +
  'sleep slept|speak spoke spoken|spend spent|stand stood|steal stole stolen|stick stuck|strike struck|swear swore sworn|' +
  'sweep swept|swim swam swum|take took taken|teach taught|tear tore torn|tell told|think thought|throw threw thrown|tooth teeth|' +
  'understand understood|wake woke woken|wear wore worn|wife wives|win won|wolf wolves|woman women|write wrote written';

/** Everyday words for the same thing. */
const SYNONYMS =
  'baby infant|begin start|boyfriend bf|girlfriend gf|big large|bike bicycle|buy purchase|car automobile|couch sofa|dad daddy father|gift present|' +
  'grandma granny grandmother|grandpa grandfather|hobby pastime|ill sick|job occupation|kid child|kitten kitty|lawyer attorney|live move relocate reside|' +
  'mom mum mommy mother|movie film|phone telephone|photo photograph picture pic|puppy pup|scared afraid|shop store|trip journey|' +
  'tv television|vacation holiday';

const GROUPS = [IRREGULAR_FORMS, SYNONYMS].flatMap((list) => list.split('|').map((group) => group.split(' ')));

/** The groups of each word, by its light stem. */
const groupsByStem = new Map<string, string[][]>();
for (const group of GROUPS)
  for (const key of new Set(group.map(stem))) groupsByStem.set(key, [...(groupsByStem.get(key) ?? []), group]);

/** Returns the irregular forms and everyday synonyms of a word and their forms, without the word. English only. */
export function getWordForms(word: string): string[] {
  const forms = new Set([word.toLowerCase()]);
  // The forms of a synonym count too: "kids" finds "children".
  for (const form of forms)
    for (const group of groupsByStem.get(stem(form)) ?? []) group.forEach((each) => forms.add(each));
  forms.delete(word.toLowerCase());
  return [...forms];
}
