import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { redactSecrets } from '../src/extraction/secrets.js';

/** Lines of a set that is also added through the REST API. `{{…}}` is a secret. */
function read(name: string): string[] {
  const set = readFileSync(new URL(`../../../test/extraction/data/${name}.txt`, import.meta.url), 'utf8');
  return set.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
}

describe('the rules for secrets', () => {
  it('leave ordinary sentences whole that wider rules took for secrets', () => {
    const lost = read('benign-reviewed').filter((text) => redactSecrets(text) !== text);
    expect(lost).toEqual([]);
  });

  it('remove a value behind a blank line, and in a block of its own', () => {
    expect(
      ['The password:\n\nHunter22xyz', 'Here is my password:\n```\nHunter22xyz\n```'].map((text) =>
        redactSecrets(text),
      ),
    ).toEqual(['The password:\n\n[secret removed]', 'Here is my password:\n```\n[secret removed]\n```']);
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

  it('remove what a review found readable, and nothing else', () => {
    const lines = [...read('secrets-reviewed'), ...read('secrets-reviewed-again')];
    const removed = lines.map((line) => redactSecrets(line.replaceAll(/\{\{|\}\}/gu, '')));
    const expected = lines.map((line) => line.replaceAll(/\{\{.+?\}\}/gu, '[secret removed]').normalize());
    expect(removed.map((text) => text.normalize())).toEqual(expected);
  });
});
