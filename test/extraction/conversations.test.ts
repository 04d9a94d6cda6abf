import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { measureExtraction, readConversations } from '../../bench/extraction/measure.js';
import { tellsDeed } from '../../packages/memory-engine/src/extraction/assistant-deeds.js';

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

describe('what an assistant says', () => {
  it.each([
    'I booked a table at Luigi for 7 pm.',
    'Your table at Luigi is booked for Friday.',
    'I recommended a sailing school near Lisbon to you.',
    'Ich habe Ihnen einen Tisch bei Luigi reserviert.',
    "J'ai réservé une table pour deux chez Luigi.",
    'He reservado una mesa para dos en Casa Paco.',
    'Reservei uma mesa para dois no Ramiro.',
    'Ho prenotato un tavolo per due da Luigi.',
    'Ik heb een tafel voor twee gereserveerd.',
    'Я забронировал столик на двоих.',
    '我已经为您预订了明天的餐厅。',
    '明日のレストランを予約しました。',
  ])('counts where it tells what was done for the user: %s', (text) => {
    expect(tellsDeed(text)).toBe(true);
  });

  it.each([
    'Paris is the capital of France.',
    'Your question is interesting.',
    'You should try yoga, it is great for your back.',
    'Mein Lieblingsessen ist Strom!',
    "C'est noté.",
    'El mío es el azul.',
    '今天晴天。',
  ])('counts for nothing where it does not: %s', (text) => {
    expect(tellsDeed(text)).toBe(false);
  });
});
