import { describe, expect, it } from 'vitest';
import { TRAITS } from '../src/rank/types.js';
import { readTraits } from '../src/traits/traits.js';

const isFirstPerson = (text: string) => (readTraits(text) & TRAITS.firstPerson) !== 0;

describe('a statement in the first person', () => {
  it.each(['I sail.', 'i sail on sundays', "i'm a vet", 'im a vet', 'ive got a cat', 'so i quit', 'ich segle gern'])(
    'is recognized as people type it: %s',
    (text) => expect(isFirstPerson(text)).toBe(true),
  );

  it.each(['i libri sono a scuola', 'i nostri vicini urlano', 'Im Keller steht Wein.', 'Tom sails.', 'wifi is slow'])(
    'is not taken from an article or a part of a word: %s',
    (text) => expect(isFirstPerson(text)).toBe(false),
  );
});
