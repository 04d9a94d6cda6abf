import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readSecretWeights } from '../../../src/resolvers/memory/secret-weights.js';
import { redactSecrets, removeLikely, weighMessage } from '../src/index.js';
import { finishSteps } from '../src/steps.js';

const learned = readSecretWeights();
const redact = (said: string, before: string | null = null) =>
  removeLikely(finishSteps(weighMessage({ said, redacted: redactSecrets(said), before, learned })));

/** Lines of a set that is also added through the REST API. `{{…}}` is a secret. */
function read(name: string): string[] {
  const set = readFileSync(new URL(`../../../test/extraction/data/${name}.txt`, import.meta.url), 'utf8');
  return set.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
}

describe('words that are probably secrets', () => {
  it.each([
    [
      "put 5521 somewhere safe for me, that's the Halifax one",
      "put [secret removed] somewhere safe for me, that's the Halifax one",
    ],
    ['turns out he used the day he met grandma, 170653', 'turns out he used the day he met grandma, [secret removed]'],
    ['the shed opens on 4-4-7-1 now, tell Mia', 'the shed opens on [secret removed] now, tell Mia'],
  ])('are removed where no rule names them: %s', (said, expected) => {
    expect(redactSecrets(said)).toBe(said);
    expect(redact(said)).toBe(expected);
  });

  it.each([
    'Il mio codice postale è 20121.',
    "The bank's test account is DE00 1234 5678 9012 3456 78.",
    'The checksum of the file I sent is d41d8cd98f00b204e9800998ecf8427e.',
    'The garage opens at 0800.',
    'The account number of the electricity bill is 77120093.',
    'I pay with my Visa card, it ends in 4242.',
    'My GitHub account is octocat42.',
    'My user name on Reddit is plumjam42.',
    'Je code en PHP8 et en Vue3.',
  ])('are not those that everyone may know: %s', (said) => expect(redact(said)).toBe(said));

  it('are removed although a bill is mentioned before them', () => {
    const said = 'I paid the bill, and put 48201937 somewhere safe for me, the one for the vault';
    expect(redact(said)).toBe(said.replace('48201937', '[secret removed]'));
  });

  it('are judged by the question before a short answer', () => {
    const answer = 'ok it says 48 30 17 92';
    expect(redact(answer, 'The SIM is locked. Which long number is on its card?')).toBe('ok it says [secret removed]');
  });

  it('are removed beside those that rules find, in signs of other widths too', () => {
    const said = 'my ｐｉｎ is ４４７１, and the shed opens on 4-4-7-1 now, tell Mia';
    expect(redact(said)).toBe('my pin is [secret removed], and the shed opens on [secret removed] now, tell Mia');
  });

  it('leave long texts in many steps', () => {
    const said = 'my pin is 4471 and the gate 7 7 1 3. '.repeat(2_000);
    const steps = weighMessage({ said, redacted: redactSecrets(said), before: null, learned });
    let count = 0;
    while (steps.next().done !== true) count += 1;
    expect(count).toBeGreaterThan(150);
  });

  it('leave few secrets that a sentence only implies, and every word of ordinary sentences in their form', () => {
    const lines = read('secrets-implied');
    const listValues = (line: string) => Array.from(line.matchAll(/\{\{(.+?)\}\}/gu), ([, value = '']) => value);
    const readable = lines.filter((line) => {
      const redacted = redact(line.replaceAll(/\{\{|\}\}/gu, ''));
      return listValues(line).some((value) => redacted.includes(value));
    });
    expect([lines.length, readable.length], readable.join('\n')).toEqual([256, 2]);
    expect(read('benign-implied').filter((text) => redact(text) !== text)).toEqual([]);
  });
});
