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
    ['What is the street address of the office?', 'address'],
    ['Which hotel did we stay at in Bali?', 'name'],
    ['What is my dog called?', 'name'],
    ['Wie heißt der Vermieter?', 'name'],
    ["Comment s'appelle la kiné ?", 'name'],
    ['¿Cómo se llama mi médico?', 'name'],
    ['Come si chiama il cane?', 'name'],
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
    ['address', 'The office is in Mill Lane.', 'The office is small.'],
    ['name', 'Our dog Rex is deaf.', 'Our dog is deaf.'],
    ['name', 'Marguerite leads our team.', 'My team is small.'],
    ['name', 'our dog is called rex', 'We fly on Monday.'],
    ['name', 'Ich arbeite bei Siemens.', 'Im Juli haben wir einen Stellplatz gebucht.'],
    ['name', 'La kiné est Anne Petit.', 'La kiné me voit le jeudi.'],
  ] as const)('%s: "%s", but not "%s"', (kind, answer, other) => {
    expect(holdsAnswer(kind, answer)).toBe(true);
    expect(holdsAnswer(kind, other)).toBe(false);
  });

  it('is no name that the question has', () => {
    const text = 'We went to Bali in 2018.';
    expect(holdsAnswer('name', text)).toBe(true);
    expect(holdsAnswer('name', text, ['hotel', 'Bali'])).toBe(false);
    expect(holdsAnswer('name', "Faris's birthday is 30 April.", ["Faris's", 'surname'])).toBe(false);
  });
});
