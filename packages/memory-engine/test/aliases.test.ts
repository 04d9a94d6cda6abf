import { describe, expect, it } from 'vitest';
import { readAliases, replaceAliases } from '../src/words/aliases.js';
import { splitSubjects } from '../src/rank/subjects.js';

describe('other names', () => {
  it.each([
    ['Kubernetes is called k8s in our wiki.', ['Kubernetes', 'k8s']],
    ['Everybody calls Robert Lindqvist Bob.', ['Robert Lindqvist', 'Bob']],
    ["Gran is our word for my mother's mother, Edith Palmer.", ['Gran', "mother's mother", 'Edith Palmer']],
    ['PACU stands for the recovery room.', ['PACU', 'recovery room']],
    ['Dr Yara Osei is the vet.', ['Dr Yara Osei', 'vet']],
    ['PACU steht für den Aufwachraum.', ['PACU', 'den Aufwachraum']],
  ])('are read from a statement that gives them: %s', (statement, names) => {
    expect(readAliases(statement)).toEqual(names);
  });

  it.each(['I live in Lisbon.', 'I called the vet.', 'My sister calls every Sunday.', 'Bob is tall.'])(
    'are not read from others: %s',
    (statement) => {
      expect(readAliases(statement)).toBeNull();
    },
  );

  it('replace the name in a query, as a whole word', () => {
    const known = [['Robert Lindqvist', 'Bob']];
    expect(replaceAliases('What does Bob approve?', known)).toEqual(['What does Robert Lindqvist approve?']);
    expect(replaceAliases('Where is the bobsleigh?', known)).toEqual([]);
  });
});

describe('a statement that repeats one sign', () => {
  it.each(['A', 'A ', 'A.', 'Aa', 'called '])('is read in at most 50 ms: %s', (sign) => {
    const startedAt = performance.now();
    for (let round = 0; round < 10; round += 1) readAliases(sign.repeat(200));
    expect(performance.now() - startedAt).toBeLessThan(500);
  });
});

it('a name of signs that a replacement could mean stays as it is', () => {
  expect(replaceAliases('Who is Bob?', [['Bob', '$` $& $$']])).toEqual(['Who is $` $& $$?']);
});

describe('subjects of a query', () => {
  it.each([
    ['When is the standup and who leads Heron?', ['When is the standup', 'who leads Heron?']],
    ['the budget, the rota and the printer', ['the budget', 'the rota', 'the printer']],
    ['Wo wohne ich und wie heißt mein Hund?', ['Wo wohne ich', 'wie heißt mein Hund?']],
    ['Where do I live? What is my dog called?', ['Where do I live?', 'What is my dog called?']],
    ['Where does Dr. Weber live? Who is Mrs. Hale?', ['Where does Dr. Weber live?', 'Who is Mrs. Hale?']],
  ])('are told apart: %s', (query, subjects) => {
    expect(splitSubjects(query)).toEqual(subjects);
  });

  it.each([
    'Where do I live?',
    'When do Milo and Lena swim?',
    'my dentist',
    'a, b, c, d, e, f, g',
    'How old is Mrs. Lindqvist?',
    'Welche Nummer hat Dr. Weber?',
    'What is at St. Mary Street no. 12?',
    'Was machen wir am 3. Mai?',
  ])('are one: %s', (query) => {
    expect(splitSubjects(query)).toEqual([]);
  });
});
