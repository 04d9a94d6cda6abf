import { describe, expect, it } from 'vitest';
import { readSecretWeights } from '../../../src/resolvers/memory/secret-weights.js';
import { listPassages, removeLikely, weighMessage, withReadings } from '../src/index.js';
import { finishSteps } from '../src/steps.js';

const learned = readSecretWeights();
const weigh = (said: string, before: string | null = null) =>
  finishSteps(weighMessage({ said, redacted: said, before, learned }));
const join = ({ words, tail }: ReturnType<typeof listPassages>[number]) =>
  words.map(({ gap, text }) => gap + text).join('') + tail;

describe('parts of a message for a reader of secrets', () => {
  it('are none without a word that may be a secret', () => {
    expect(listPassages(weigh('Thanks, we had a lovely evening with you.'))).toEqual([]);
  });

  it('have all of a short message, and the end of the one before', () => {
    const said = 'ok: "gate 4471", tell Mia!';
    const [passage, ...others] = listPassages(weigh(said, `${'so '.repeat(500)}which code?`));
    expect(others).toEqual([]);
    expect(passage).toMatchObject({ first: 0, before: expect.stringMatching(/^.{230,240}code\?$/u) });
    expect(passage && join(passage)).toBe(said);
  });

  it('have the sentences around each such word of a long message, and no other', () => {
    const talk = 'We talked about the garden and the dog for a long while. '.repeat(20);
    const said = `${talk}The gate opens with 4471. ${talk}And the shed with 7713. ${talk}`;
    const passages = listPassages(weigh(said));
    expect(passages.map((each) => /4471|7713/u.exec(join(each))?.[0])).toEqual(['4471', '7713']);
    for (const passage of passages) expect(join(passage).length).toBeLessThan(700);
  });

  it('have each number of a message that is full of them', () => {
    const said = 'the code 4471 and the gate 7 7 1 3. '.repeat(200);
    const message = weigh(said);
    const places = new Set(listPassages(message).flatMap(({ first, words }) => words.map((_, place) => first + place)));
    expect(message.words.every((_, place) => places.has(place))).toBe(true);
  });
});

describe('what a reader says of words', () => {
  const said = 'the shelf is at 4471 there';
  const removed = (reading: number) => {
    const message = weigh(said);
    const passages = listPassages(message, () => true);
    const readings = passages.map(({ words }) => words.map(({ text }) => (text === '4471' ? reading : -Infinity)));
    return removeLikely(message, withReadings(message, passages, readings));
  };

  it('decides with the weights whether they are removed', () => {
    expect([removed(12), removed(-12)]).toEqual(['the shelf is at [secret removed] there', said]);
  });

  it('changes nothing of words that it does not read', () => {
    const message = weigh(said);
    const passages = listPassages(message, () => true);
    expect(withReadings(message, passages, [[]])).toEqual(message.odds);
    expect(withReadings(message, passages, [message.words.map(() => -Infinity)])).toEqual(message.odds);
  });
});
