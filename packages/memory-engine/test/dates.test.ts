import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scoreDateMatch, readQueryTime } from '../src/time/dates.js';

// A Wednesday.
const now = Date.parse('2025-03-19T15:00:00Z');
const period = (query: string) => {
  const found = readQueryTime(query, now).period;
  return found && [new Date(found.from).toISOString().slice(0, 10), new Date(found.to).toISOString().slice(0, 10)];
};

describe('the time that a query names', () => {
  it.each([
    ['what did I eat yesterday?', '2025-03-18', '2025-03-19'],
    ['plans for today', '2025-03-19', '2025-03-20'],
    ['who called last week?', '2025-03-10', '2025-03-17'],
    ['what happened this month', '2025-03-01', '2025-04-01'],
    ['trips last year', '2024-01-01', '2025-01-01'],
    ['what broke 3 days ago', '2025-03-16', '2025-03-17'],
    ['Where was I on 2024-02-29?', '2024-02-29', '2024-03-01'],
    ['Where was I on 7 May 2023?', '2023-05-07', '2023-05-08'],
    ['Where was I on May 7th, 2023?', '2023-05-07', '2023-05-08'],
    ['Where was I on December 24?', '2024-12-24', '2024-12-25'],
    ['as of March 2025', '2025-03-01', '2025-04-01'],
    ['What did I buy in October?', '2024-10-01', '2024-11-01'],
    ['what did I eat on Tuesday?', '2025-03-18', '2025-03-19'],
    ['who called last Friday?', '2025-03-14', '2025-03-15'],
    ['what is on next Monday?', '2025-03-24', '2025-03-25'],
    ['the past three weeks', '2025-02-26', '2025-03-20'],
    ['runs in the last 3 days', '2025-03-16', '2025-03-20'],
    ['what is due next month?', '2025-04-01', '2025-05-01'],
    ['two weeks ago', '2025-03-02', '2025-03-09'],
    ['what did I begin two weeks ago?', '2025-03-02', '2025-03-09'],
    ['what did I do this time last year?', '2024-03-09', '2024-03-30'],
    ['who called this time last week?', '2025-03-11', '2025-03-14'],
    ['Was habe ich letztes Jahr um diese Zeit gemacht?', '2024-03-09', '2024-03-30'],
    ["Qu'est-ce que je faisais à cette époque l'année dernière ?", '2024-03-09', '2024-03-30'],
    ['what happened a year ago today?', '2024-03-19', '2024-03-20'],
    ['wat deed ik begin maart?', '2025-03-01', '2025-03-11'],
    ['what did we do last weekend?', '2025-03-15', '2025-03-17'],
    ['what did we do at the weekend?', '2025-03-15', '2025-03-17'],
    ['plans for this weekend', '2025-03-22', '2025-03-24'],
    ['two weekends ago', '2025-03-08', '2025-03-10'],
    ['Was war letztes Wochenende?', '2025-03-15', '2025-03-17'],
    ['¿Qué hice el fin de semana pasado?', '2025-03-15', '2025-03-17'],
    ['le week-end dernier', '2025-03-15', '2025-03-17'],
    ['who called a fortnight ago?', '2025-03-02', '2025-03-09'],
    ['runs in the last fortnight', '2025-03-05', '2025-03-20'],
    ['plans for a week on Tuesday', '2025-04-01', '2025-04-02'],
    ['what is on Tuesday week?', '2025-04-01', '2025-04-02'],
    ['le rendez-vous de mardi en huit', '2025-04-01', '2025-04-02'],
    ['two Sundays ago', '2025-03-09', '2025-03-10'],
    ['the Sunday before last', '2025-03-09', '2025-03-10'],
    ['the weekend before last', '2025-03-08', '2025-03-10'],
    ['trips in the month before last', '2025-01-01', '2025-02-01'],
    ['the beginning of last month', '2025-02-01', '2025-02-10'],
    ['who did I meet at the beginning of the year?', '2025-01-01', '2025-03-01'],
    ['at the end of 2023', '2023-09-01', '2024-01-01'],
    ['trips in early May', '2024-05-01', '2024-05-11'],
    ['in mid-October', '2024-10-11', '2024-10-22'],
    ['what is due at the end of the week?', '2025-03-22', '2025-03-24'],
    ['Was habe ich letzte Woche gegessen?', '2025-03-10', '2025-03-17'],
    ['Was war vor drei Tagen?', '2025-03-16', '2025-03-17'],
    ['Qu’ai-je fait hier ?', '2025-03-18', '2025-03-19'],
    ['la semaine dernière', '2025-03-10', '2025-03-17'],
    ['¿Qué hice el mes pasado?', '2025-02-01', '2025-03-01'],
    ['hace dos días', '2025-03-17', '2025-03-18'],
    ['la settimana scorsa', '2025-03-10', '2025-03-17'],
    ['o que fiz ontem?', '2025-03-18', '2025-03-19'],
    ['wat deed ik vorige maand?', '2025-02-01', '2025-03-01'],
    ['我上周吃了什么', '2025-03-10', '2025-03-17'],
    ['昨日何を食べた', '2025-03-18', '2025-03-19'],
    ['What did I buy in 2022?', '2022-01-01', '2023-01-01'],
    ['Was war am 7. Mai 2023?', '2023-05-07', '2023-05-08'],
    ['le 3 février 2024', '2024-02-03', '2024-02-04'],
    ['el 7 de mayo de 2023', '2023-05-07', '2023-05-08'],
    ['¿Qué compré en octubre?', '2024-10-01', '2024-11-01'],
    ['2023年5月7日に何をした', '2023-05-07', '2023-05-08'],
    ['where was I in summer 2024?', '2024-06-01', '2024-09-01'],
    ['trips last winter', '2024-12-01', '2025-03-01'],
    ['plans for next spring', '2026-03-01', '2026-06-01'],
    ['Was war im Sommer?', '2024-06-01', '2024-09-01'],
    ['en été 2023', '2023-06-01', '2023-09-01'],
    ['between 3 and 7 May 2023', '2023-05-03', '2023-05-08'],
    ['May 3–7, 2023', '2023-05-03', '2023-05-08'],
    ['May 3-99, 2023', '2023-05-03', '2023-05-04'],
    ['runs between March and May 2023', '2023-03-01', '2023-06-01'],
    ['from October 2024 to January', '2024-10-01', '2025-02-01'],
    ['zwischen März und Mai 2023', '2023-03-01', '2023-06-01'],
    ['entre 2019 et 2021', '2019-01-01', '2022-01-01'],
    ['what did I own before 2020?', '0001-01-01', '2020-01-01'],
    ['trips after May 2024', '2024-06-01', '9999-01-01'],
    ['since last Friday', '2025-03-14', '9999-01-01'],
    ['until the 3rd of June 2024', '0001-01-01', '2024-06-04'],
    ['vor dem 1. Mai 2024', '0001-01-01', '2024-05-01'],
    ['avant le 3 février 2024', '0001-01-01', '2024-02-03'],
    ['depuis 2022', '2022-01-01', '9999-01-01'],
    ['después de octubre de 2024', '2024-11-01', '9999-01-01'],
    ['2024年之前住在哪里', '0001-01-01', '2024-01-01'],
  ])('%s', (query, from, to) => {
    expect(period(query)).toEqual([from, to]);
  });

  it.each([
    'May I ask where she lives?',
    'she may march on',
    'Which 2 books?',
    'When did it happen?',
    'the 1984 edition',
    'before dinner',
    'she may fall',
    'between you and me',
    'the real estate agent',
    'jamais, mai dire mai',
    'on 2024-02-31',
  ])('is null for: %s', (query) => {
    expect(period(query)).toBeNull();
  });

  it("takes the words of a relative time out of the text, and days of the caller's zone", () => {
    const late = Date.parse('2025-03-19T23:30:00Z');
    expect(readQueryTime('what did I eat last week?', late).text).toBe('what did I eat ?');
    expect(readQueryTime('today', late).text).toBe('today');
    const { period: lisbon } = readQueryTime('what is on today', late, 'Europe/Berlin');
    expect(lisbon && new Date(lisbon.from).toISOString()).toBe('2025-03-19T23:00:00.000Z');
  });

  it.each([
    ['a quarter to nine', '8:45'],
    ['quarter past 9', '9:15'],
    ['half past seven in the evening', '19:30'],
    ['a quarter to one', '12:45'],
    ['half past twelve at night', '0:30'],
    ['half past two at night', '2:30'],
    ['half past ten at night', '22:30'],
    ["six o'clock", '6:00'],
    ['10:15 pm', '22:15'],
    ['12:05 am', '0:05'],
    ['at noon', 'at noon 12:00'],
    ['from nine to five', 'from nine to five'],
    ['ten to five', 'ten to five'],
    ['version 2.10', 'version 2.10'],
  ])('writes clock times in digits: %s', (query, text) => {
    expect(readQueryTime(query, now).text).toBe(text);
  });

  it('fades out within ten days after it', () => {
    const march = { from: Date.parse('2025-03-01'), to: Date.parse('2025-04-01') };
    const at = (day: string) => scoreDateMatch(march, Date.parse(day));
    expect([at('2025-02-28'), at('2025-03-01'), at('2025-04-06'), at('2025-04-11')]).toEqual([0, 1, 0.5, 0]);
  });

  it('has no days after a limit', () => {
    const { period: before } = readQueryTime('before 2024-05-01', now);
    const at = (day: string) => before && scoreDateMatch(before, Date.parse(day));
    expect([at('2024-04-30'), at('2024-05-01'), at('2024-05-02')]).toEqual([1, 0, 0]);
  });

  it('never throws and never ends before it begins', () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.nat(40),
        fc.constantFrom('May', 'february', 'Sept', 'weeks ago', 'last year', ''),
        (text, count, word) => {
          const found = readQueryTime(`${text} ${count} ${word}`, now).period;
          expect(found === null || found.to > found.from).toBe(true);
        },
      ),
      { numRuns: 60 },
    );
  });
});
