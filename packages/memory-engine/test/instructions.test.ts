import { describe, expect, it } from 'vitest';
import { readRuleInstructions } from '../src/extraction/instructions.js';

describe('instructions without a model', () => {
  it('exclude and include subjects, and say which sentences have no effect', () => {
    expect(
      readRuleInstructions(
        'Never store health information. Only remember hobbies and travel.\n- Do not save anything about money\nUse a friendly tone. Ignore politics!',
      ),
    ).toEqual({
      includes: 'hobbies travel',
      excludes: 'health, money, politics',
      ignored: ['Use a friendly tone.'],
    });
    expect(
      readRuleInstructions(
        'Nothing about politics. Store everything except health. Bitte nie Gesundheitsdaten speichern. Geen medische gegevens opslaan. Never store PII.',
      ),
    ).toEqual({
      includes: null,
      excludes: 'politics, health, Gesundheitsdaten, medische gegevens',
      ignored: ['Never store PII.'],
    });
    expect(readRuleInstructions(null)).toEqual({ includes: null, excludes: null, ignored: [] });
  });

  it.each([
    ['No medical data', 'medical'],
    ['no health information please', 'health'],
    ['Keine Gesundheitsdaten', 'Gesundheitsdaten'],
    ['nothing about politics', 'politics'],
    ['Health data must not be stored.', 'Health'],
    ['Medical information is off limits', 'Medical'],
    ['Everything except politics', 'politics'],
    ['No politics, no religion', 'politics, religion'],
    ['No medical data, such as diagnoses', 'medical'],
    ['Gesundheitsdaten nicht speichern', 'Gesundheitsdaten'],
    ['Alles außer Politik', 'Politik'],
    ['pas de données médicales', 'médicales'],
    ['tout sauf la politique', 'politique'],
    ['sin datos médicos', 'médicos'],
    ['nessun dato sanitario', 'sanitario'],
    ['sem dados médicos', 'médicos'],
    ['geen medische gegevens', 'medische'],
  ])('exclude the subject that a short one names: %s', (text, excludes) => {
    expect(readRuleInstructions(text)).toEqual({ includes: null, excludes, ignored: [] });
  });

  it.each([
    ['Food only', 'Food'],
    ['Store nothing but food', 'food'],
    ['nur Hobbys', 'Hobbys'],
    ['uniquement la nourriture', 'nourriture'],
    ['solo comida', 'comida'],
    ['Limit to food', 'food'],
  ])('restrict memories to the subject that a short one names: %s', (text, includes) => {
    expect(readRuleInstructions(text)).toEqual({ includes, excludes: null, ignored: [] });
  });

  it.each([
    'No emojis',
    'No more than ten words about food',
    'Nothing else',
    'Only short sentences',
    'Never forget my birthday',
    "Don't ignore health",
    'sin emojis',
  ])('say that others have no effect: %s', (text) => {
    expect(readRuleInstructions(text)).toEqual({ includes: null, excludes: null, ignored: [text] });
  });
});
