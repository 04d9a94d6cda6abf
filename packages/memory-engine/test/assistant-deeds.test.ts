import { describe, expect, it } from 'vitest';
import { tellsDeed } from '../src/extraction/assistant-deeds.js';

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
