import { describe, expect, it } from 'vitest';
import { asksAboutPast } from '../src/index.js';

describe('whether a question asks about the past', () => {
  it.each([
    'Was fahre ich für ein Auto?',
    'Was arbeite ich?',
    'Was kostet meine Miete?',
    'Weißt du, was ich fahre?',
    'What does my 5-year-old like?',
    'What pills do I take before breakfast?',
    'What time do I work until?',
    'What do I do first in the morning?',
    '¿Qué tomo antes de la cena?',
    'Que prends-je avant le dîner ?',
    'Cosa prendo prima della cena?',
    'O que tomo antes do jantar?',
  ])('is false: %s', (question) => {
    expect(asksAboutPast(question)).toBe(false);
  });

  it.each([
    'Was war mein erster Job?',
    'Was I a vegetarian?',
    'Who lived here before?',
    'Where did I live before?',
    '¿Dónde vivía antes?',
    'Dove abitavo prima di Roma?',
    'Où est-ce que je travaillais avant ?',
  ])('is true: %s', (question) => {
    expect(asksAboutPast(question)).toBe(true);
  });
});
