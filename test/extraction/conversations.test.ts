import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { measureExtraction, readConversations } from '../../bench/extraction/measure.js';

const file = new URL('../../bench/extraction/conversations.txt', import.meta.url);
const conversations = readConversations(readFileSync(file, 'utf8'));

describe('extraction without a model from written conversations', () => {
  it('has a key of 60 conversations in six languages', () => {
    const languages = new Map<string, number>();
    for (const { language } of conversations) languages.set(language, (languages.get(language) ?? 0) + 1);
    expect(Object.fromEntries(languages)).toEqual({ en: 10, de: 10, fr: 10, es: 10, pt: 10, zh: 10 });
  });

  it.each([...new Set(conversations.map(({ language }) => language))])(
    'keeps what should be remembered in %s, little else, and nothing that is forbidden',
    (language) => {
      const figures = measureExtraction(conversations.filter((each) => each.language === language));
      expect(figures.forbidden).toEqual([]);
      expect(figures.right / figures.memories, figures.wrong.join('\n')).toBeGreaterThanOrEqual(0.85);
      expect(figures.found / figures.facts, figures.missed.join('\n')).toBeGreaterThanOrEqual(0.85);
    },
  );
});
