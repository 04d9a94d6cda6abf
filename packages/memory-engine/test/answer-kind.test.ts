import { describe, expect, it } from 'vitest';
import { holdsAnswer, readAnswerKind } from '../src/rank/answer-kind.js';

describe('what an answer must contain', () => {
  it.each([
    ['How old is Rex?', 'number'],
    ['Wie alt ist Rex?', 'number'],
    ['Quel âge a Rex ?', 'number'],
    ['¿Cuántos años tiene Rex?', 'number'],
    ['How many cousins do I have?', 'number'],
    ['What is my shoe size?', 'number'],
    ['What did the sofa cost?', 'number'],
    ['What do we pay for the van?', 'number'],
    ['¿Qué cuesta el seguro?', 'number'],
    ['When do I fly?', 'date'],
    ['¿A qué hora me levanto?', 'date'],
    ["When is Vera's birthday?", 'date'],
    ['How long have I lived here?', 'duration'],
    ['Welche Farbe hat unser Sofa?', 'color'],
    ['De quelle couleur est la porte ?', 'color'],
    ['What is my account number?', 'code'],
    ["What's my e-mail address?", 'email'],
    ['Who feeds the hens when we are away?', null],
    ['Where does Vera live?', null],
    ['What do I eat?', null],
  ])('%s', (question, kind) => expect(readAnswerKind(question)).toBe(kind));

  it.each([
    ['number', 'Our rent is 940 pounds.', 'The rent is too high.'],
    ['number', 'She is seventy-four.', 'Rex is deaf in one ear.'],
    ['number', 'Wir haben dreiundzwanzig Hühner.', 'Wir haben Hühner.'],
    ['date', 'Wir fahren im März nach Wien.', 'Wir fahren nach Wien.'],
    ['date', 'The alarm goes off at a quarter past six.', 'The alarm is loud.'],
    ['duration', 'She has worked there since Easter.', 'She works there.'],
    ['color', 'Das Sofa ist dunkelgrün.', 'Das Brot ist gut.'],
    ['code', 'Call me on 0171 55 21.', 'Call me at 10.'],
    ['email', 'Write to vera@example.org.', 'Write to Vera.'],
  ] as const)('%s: "%s", but not "%s"', (kind, answer, other) => {
    expect(holdsAnswer(kind, answer)).toBe(true);
    expect(holdsAnswer(kind, other)).toBe(false);
  });
});
