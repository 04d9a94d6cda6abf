import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { categorize, DEFAULT_CATEGORIES } from '../src/categories/categorize.js';
import { refineCategories } from '../src/categories/category-similarity.js';
import { stem } from '../src/words/stem.js';

describe('the keyword categorizer', () => {
  it.each([
    ['My name is Alex', ['personal_details']],
    ['My sister has two children', ['family']],
    ['I play tennis', ['sports']],
    ['I am allergic to nuts', ['food', 'health']],
    ['Rosa collects stamps', ['hobbies']],
    ['I love jazz and play the guitar', ['music', 'user_preferences']],
    ['The backend runs on Debian servers', ['technology']],
    ['She got married last June', ['milestones']],
    ['xyzzy plugh', ['misc']],
  ])('%s', (text, categories) => {
    expect(categorize(text)).toEqual(categories);
  });

  it.each([
    ['I live in Hamburg.', ['personal_details']],
    ['Ich wohne in Hamburg.', ['personal_details']],
    ["J'habite à Lyon.", ['personal_details']],
    ['Vivo en Sevilla.', ['personal_details']],
    ['Unser Hund heißt Balu.', ['family']],
    ['El coche está en el taller.', ['misc']],
  ])('keeps to its sure words whatever the embedding model says: %s', (text, categories) => {
    const cosines = DEFAULT_CATEGORIES.map(({ name }) => (name === 'music' ? 0.9 : 0));
    const given = { text, catalog: DEFAULT_CATEGORIES, vector: new Float32Array(384), cosines };
    const thresholds = { builtIn: 0.6, withWord: 0.2, alone: 0.3, behind: 0 };
    expect(refineCategories(categorize(text), { ...given, thresholds })).toEqual(categories);
  });

  it.each([
    ['Das Rathaus liegt nicht am Fluss.', 'family'],
    ['Je vis à Lyon.', 'food'],
    ['The play is at stage three.', 'professional_details'],
    ['Die Sache hat einen Haken.', 'hobbies'],
    ['El sueldo neto llega el lunes.', 'family'],
    ['Mudei de operadora.', 'health'],
    ['Le chiavi sono di Marco.', 'personal_details'],
    ["J'ai quarante ans.", 'technology'],
    ['Mis vecinos son muy amables.', 'family'],
    ['Ich trage am liebsten einen roten Rock.', 'music'],
    ['La batteria del telefono dura poco.', 'music'],
  ])('reads no word of another language in %s', (text, category) => {
    expect(categorize(text)).not.toContain(category);
  });

  it.each([
    ['User has a son.', 'family'],
    ['He has a wife.', 'family'],
    ['Tom has a son.', 'family'],
    ['User lost a son in 2010.', 'family'],
    ['User on a diet.', 'food'],
    ['In a band as a bass player.', 'music'],
  ])('reads the English words of %s, whose short words other languages have, too', (text, category) => {
    expect(categorize(text)).toContain(category);
  });

  it('gives 53 of 56 facts in seven languages no category of which they have only a word of another language', () => {
    const file = new URL('../../../bench/categories/everyday-seven-unseen.txt', import.meta.url);
    const lines = readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'));
    const wrong = lines.filter((line) => {
      const [text = '', fitting = ''] = line.split(' | ');
      return categorize(text).some((category) => category !== 'misc' && !fitting.includes(category));
    });
    expect(lines).toHaveLength(56);
    expect(wrong.length, wrong.join('\n')).toBeLessThanOrEqual(3);
  });

  it('has the fifteen default categories', () => {
    expect(DEFAULT_CATEGORIES).toHaveLength(15);
  });

  it('matches a custom category by the stems of its name and description', () => {
    const catalog = [
      { name: 'finance', description: 'Information about money, stocks and bonds' },
      { name: 'boat_repair' },
      { name: 'misc' },
    ];
    expect(categorize('I sold my bond for a new boat', catalog)).toEqual(['finance', 'boat_repair']);
    expect(categorize('I need information', catalog)).toEqual(['misc']);
  });

  it('gives none when nothing fits and the list has no misc', () => {
    expect(categorize('hello there', [{ name: 'finance', description: 'Money' }])).toEqual([]);
    expect(categorize('I play tennis', [])).toEqual([]);
  });

  it('matches inflections of a word', () => {
    const groups = [
      'run runs running',
      'hobby hobbies',
      'paint painted painting',
      'dance dancing danced',
      'bond bonds',
      'swim swimming',
    ];
    for (const group of groups) expect(new Set(group.split(' ').map(stem)).size).toBe(1);
  });
});
