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
});
