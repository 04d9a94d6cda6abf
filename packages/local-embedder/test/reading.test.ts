import { expect, it } from 'vitest';
import { createGlossary, glossText } from '../src/gloss.js';
import { ENGLISH_READING } from '../src/reading.js';
import { readWordList } from '../src/word-list.js';

const read = (text: string) => ENGLISH_READING.toEnglish(text);

it.each([
  ['Ich wohne seit März in Freiburg.', 'I live since march in Freiburg.'],
  ['Wer ist mein Zahnarzt?', 'who is my dentist?'],
  ["Mon fils s'appelle Théo et il a sept ans.", 'my son is called Théo and he has seven years.'],
  ['¿Dónde trabaja mi marido?', 'where work my husband?'],
  ['Tenho dois gatos.', 'I have two cat.'],
  ['Moro em Viseu.', 'I live in Viseu.'],
  ['Ho due gatti.', 'I have two cat.'],
  ['Ik ben allergisch voor noten.', 'I am allergic for nut.'],
])('the built-in model reads "%s" as "%s"', (text, english) => expect(read(text)).toBe(english));

it.each([
  'I moved to Lisbon in March.',
  'Dr Osei supervises my dissertation.',
  'Mi abuela taught me to cook.',
  'Луна живёт на улице Мира.',
  '東京に住んでいます。',
  'Konrad Wölfle',
  'const total = computeTaxRate(order);',
  '4471',
  '🎸',
  '',
])('the built-in model reads "%s" as it is', (text) => expect(read(text)).toBe(text));

it('a text of one or two words stays beside its gloss, because it may be a name', () =>
  expect(read('Zahnarzt')).toBe('dentist Zahnarzt'));

const list = readWordList(
  'live: wohn-\nlike: mag\nnut: nuss-, nüss-\nallergy: allergie-\n: zu\nat home: zu hause\n# a comment: no',
  {
    endings: new Set(['e', 'en']),
    letters: new Set('äöüß'),
    hasCompounds: true,
    hasUmlauts: true,
  },
);
const gloss = (text: string) => glossText(createGlossary([list]), text);

it.each([
  ['a stem with an ending', 'wohne wohnen mag', 'live live like'],
  ['no stem with what is no ending', 'mag mag wohnte', 'like like wohnte'],
  ['a phrase before its words', 'mag zu hause mag', 'like at home like'],
  ['a word without a gloss as nothing', 'mag zu mag', 'like like'],
  [
    'a compound by its parts, with letters that join them',
    'mag mag nussallergie nussenallergie',
    'like like nut allergy nut allergy',
  ],
  ['ue as ü', 'mag mag Nuesse', 'like like nut'],
  ['apostrophes and hyphens as spaces', "mag'mag-mag", 'like like like'],
])('a word list reads %s', (_case, text, english) => expect(gloss(text)).toBe(english));
