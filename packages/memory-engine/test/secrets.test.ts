import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { extractFacts } from '../src/extraction/extract.js';
import { redactCorrection } from '../src/extraction/secret-corrections.js';
import { finishSteps } from '../src/steps.js';
import { redactContinued, redactInSteps, redactSecrets } from '../src/extraction/secrets.js';

/** Lines of a set that is also added through the REST API. `{{…}}` is a secret. */
function read(name: string): string[] {
  const set = readFileSync(new URL(`../../../test/extraction/data/${name}.txt`, import.meta.url), 'utf8');
  return set.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
}

describe('the rules for secrets', () => {
  it('leave ordinary sentences whole that wider rules took for secrets', () => {
    const lost = [...read('benign-reviewed'), ...read('benign-causes')].filter((text) => redactSecrets(text) !== text);
    expect(lost).toEqual([]);
  });

  it('remove a value behind a blank line, and in a block of its own', () => {
    expect(
      ['The password:\n\nHunter22xyz', 'Here is my password:\n```\nHunter22xyz\n```'].map((text) =>
        redactSecrets(text),
      ),
    ).toEqual(['The password:\n\n[secret removed]', 'Here is my password:\n```\n[secret removed]\n```']);
  });

  it('leave their own mark whole when a text is read again', () => {
    const marked = [
      'docker login -u ci -p [secret removed] images.example.com',
      "sshpass -p '[secret removed]' ssh ada@10.0.0.8",
      'curl -u ada:[secret removed] https://api.example.com/v2',
      'redis-cli -h cache.example.org -a [secret removed] ping',
    ];
    expect(marked.map((text) => redactSecrets(text))).toEqual(marked);
  });

  it('remove every value of a list of passwords', () => {
    const lists = [
      'My passwords:\n- netflix: kitten99\n- gmail: puppy88\nI live in Kiel.',
      'Meine Passwörter:\n1. Netflix: kitten99\n2. Mail: puppy88',
      'My PINs:\n- card: 4471\n- phone: 2580',
    ];
    expect(lists.map((text) => redactSecrets(text))).toEqual([
      'My passwords:\n- netflix: [secret removed]\n- gmail: [secret removed]\nI live in Kiel.',
      'Meine Passwörter:\n1. Netflix: [secret removed]\n2. Mail: [secret removed]',
      'My PINs:\n- card: [secret removed]\n- phone: [secret removed]',
    ]);
  });

  it('remove what reviews and a second author found readable, and nothing else', () => {
    const lines = ['secrets-reviewed', 'secrets-reviewed-again', 'secrets-causes'].flatMap((name) => read(name));
    const removed = lines.map((line) => redactSecrets(line.replaceAll(/\{\{|\}\}/gu, '')));
    const expected = lines.map((line) => line.replaceAll(/\{\{.+?\}\}/gu, '[secret removed]').normalize());
    expect(removed.map((text) => text.normalize())).toEqual(expected);
  });

  it('remove the number that answers what a lock opens with, and no other number', () => {
    const answer = (question: string, text: string) => finishSteps(redactInSteps(text, question));
    expect(answer('What opens the bike lock?', '6183')).toBe('[secret removed]');
    expect(answer('Wie geht das Fahrradschloss auf?', '4471 glaub ich')).toBe('[secret removed] glaub ich');
    expect(answer('How much was the safe?', '1249')).toBe('1249');
    expect(answer('Which flight do you take to the gate?', 'LH 4471')).toBe('LH 4471');
  });

  it('remove what a next message says of a lock or an encrypted file that the message before names', () => {
    const follow = (before: string, text: string) => finishSteps(redactContinued(text, before));
    expect(follow('I forgot the bike lock again, do you know?', 'ah yes 6183')).toBe('ah yes [secret removed]');
    expect(follow('To open the backup one has to write a whole sentence', 'three aunts dance upstairs')).toBe(
      '[secret removed]',
    );
    expect(follow('We went to the gate', 'my flight was 4471')).toBe('my flight was 4471');
    expect(follow('The gate is new, it cost a lot', 'it was 3450')).toBe('it was 3450');
  });

  it('leave names of files whole', () => {
    const files = ['file is called budget_v7_FINAL2.xlsx', 'die Datei heißt protokoll_2024-11-06_b.docx'];
    expect(files.map((text) => redactSecrets(text))).toEqual(files);
  });

  it('remove what corrects or repeats the secret of the message before, and nothing else', () => {
    const before = { said: 'My password is Heron42x', redacted: 'My password is [secret removed]' };
    const correct = (text: string) => finishSteps(redactCorrection(text, before));
    const corrections = [
      "oh no, it's Heron43x",
      'sorry, wrong: Gull77',
      'nee Moment, hinten kommt ein Ausrufezeichen, also Heron42x!',
      'I use Heron42x at work, too',
    ];
    expect(corrections.map(correct)).toEqual([
      "oh no, it's [secret removed]",
      'sorry, wrong: [secret removed]',
      'nee Moment, hinten kommt ein Ausrufezeichen, also [secret removed]',
      'I use [secret removed] at work, too',
    ]);
    const others = [
      'sorry, I meant my flight LH4521 on Monday',
      'no, I use Windows11',
      'no, my iPhone15 is new',
      'wait, I moved in 2019',
      'sorry, my email is ana@example.com',
      'I like herons',
    ];
    expect(others.map(correct)).toEqual(others);
    const tea = { said: 'I like tea', redacted: 'I like tea' };
    expect(finishSteps(redactCorrection("sorry, it's Gull77", tea))).toContain('Gull77');
  });

  it('keep a fact behind a secret, with the person that only the clause of the secret names', () => {
    const facts = [
      'My son Theo unlocks his tablet with 139746 and he is allergic to peanuts',
      'o celular do meu filho Caio desbloqueia com 159357 e ele tem asma',
      'Sanne haar telefoon krijg je open met 428016, ze is allergisch voor noten',
    ].map((content) => extractFacts([{ role: 'user', content: redactSecrets(content) }]).map(({ text }) => text));
    expect(facts).toEqual([
      ['My son Theo. he is allergic to peanuts'],
      ['meu filho Caio. ele tem asma'],
      ['Sanne. ze is allergisch voor noten'],
    ]);
  });
});
