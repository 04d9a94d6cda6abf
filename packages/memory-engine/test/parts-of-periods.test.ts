import { describe, expect, it } from 'vitest';
import { readQueryTime } from '../src/time/dates.js';

// A Wednesday.
const now = Date.parse('2026-05-20T12:00:00Z');
const toDay = (at: number) => new Date(at).toISOString().slice(0, 10);
const readDays = (query: string) => {
  const found = readQueryTime(query, now).period;
  return found && [toDay(found.from), toDay(found.to)];
};

describe('a numbered part of a period', () => {
  it.each([
    ['the first weekend of May', '2026-05-02', '2026-05-04'],
    ['the first week of march', '2026-03-01', '2026-03-08'],
    ['the second Tuesday of last month', '2026-04-14', '2026-04-15'],
    ['le premier week-end de mai', '2026-05-02', '2026-05-04'],
    ['o primeiro fim de semana de maio', '2026-05-02', '2026-05-04'],
    ['het eerste weekend van mei', '2026-05-02', '2026-05-04'],
    ['la dernière semaine de mars', '2026-03-25', '2026-04-01'],
    ['le deuxième mardi de mai', '2026-05-12', '2026-05-13'],
    ['de laatste dag van april', '2026-04-30', '2026-05-01'],
    ['a primeira semana de maio', '2026-05-01', '2026-05-08'],
    ['la segunda semana del mes pasado', '2026-04-08', '2026-04-15'],
    ['la prima settimana del mese scorso', '2026-04-01', '2026-04-08'],
    ['la première semaine du mois dernier', '2026-04-01', '2026-04-08'],
    ['la première semaine du mois de mars', '2026-03-01', '2026-03-08'],
    ["l'ultima settimana dell'anno scorso", '2025-12-25', '2026-01-01'],
    ['am ersten Tag der letzten Woche', '2026-05-11', '2026-05-12'],
    ['am letzten Tag des Aprils', '2026-04-30', '2026-05-01'],
  ])('is read: %s', (query, from, to) => {
    expect(readDays(query)).toEqual([from, to]);
  });
});

describe('a numbered day or weekend', () => {
  it.each([
    'What broke on the last day of April?',
    'What broke on the first Friday of May?',
    'on the fourth weekend of May',
  ])('stays in the text, and has one day after it: %s', (query) => {
    const { text, period } = readQueryTime(query, now);
    expect([text, period?.graceDays]).toEqual([query, 1]);
  });
});

describe('a quarter', () => {
  it.each([
    ['last quarter', '2026-01-01', '2026-04-01'],
    ['vorig kwartaal', '2026-01-01', '2026-04-01'],
    ["l'ultimo trimestre", '2026-01-01', '2026-04-01'],
    ['in the first quarter of 2025', '2025-01-01', '2025-04-01'],
    ['im dritten Quartal des letzten Jahres', '2025-07-01', '2025-10-01'],
    ['the last quarter of last year', '2025-10-01', '2026-01-01'],
  ])('is read: %s', (query, from, to) => {
    expect(readDays(query)).toEqual([from, to]);
  });

  it.each([
    'in the last quarter of the game',
    'I live in this quarter of town',
    'the last quarter of the moon',
    "l'ultimo giorno",
  ])('is no time in: %s', (query) => {
    expect(readDays(query)).toBeNull();
  });
});
