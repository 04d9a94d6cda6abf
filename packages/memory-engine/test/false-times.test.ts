import { describe, expect, it } from 'vitest';
import { readEventDate, readQueryTime } from '../src/index.js';

// A Tuesday, the last day of a month of 31 days.
const now = Date.parse('2026-03-31T12:00:00Z');
const toDay = (at: number) => new Date(at).toISOString().slice(0, 10);
const readDays = (query: string, at = now, zone = 'UTC') => {
  const found = readQueryTime(query, at, zone).period;
  return found && [toDay(found.from), toDay(found.to)];
};
const readEventDay = (text: string, at = now) => {
  const found = readEventDate(text, at);
  return found === null ? null : toDay(found);
};

describe('words that only look like a time', () => {
  it.each([
    "J'ai passé mes vacances en Italie",
    "J'ai rangé mes dernières photos",
    "J'ai passé deux semaines à Rome",
    'He pasado dos semanas en Roma',
    'Corro por la mañana',
    'I walked past an old church',
    'I met Jan in Paris',
    'Wo arbeitet Jan?',
    'Where does April live?',
    'June visited us',
    'My daughter April plays chess',
    'My rent rose to 2000 euros',
    'My rent went from 1900 to 2000 euros',
    'I walk between 2000 and 2500 steps',
    'We met on 5/6/2023',
    'I use version 1.2.',
    'Ich jogge jeden Morgen im Park',
    'Goede morgen, ik woon in Gent',
  ])('give a memory no date: %s', (text) => {
    expect([readEventDay(text), readDays(text)]).toEqual([null, null]);
  });
});

describe('a plan', () => {
  const october = Date.parse('2026-10-08T12:00:00Z');

  it.each([
    ['We fly to Porto on the 14th of May.', '2027-05-14'],
    ['We moved Porto to the 21st of May.', '2027-05-21'],
    ['Wir heiraten am 20. Juni.', '2027-06-20'],
    ['On part le 14 mai.', '2027-05-14'],
    ['Me voy a Japón con Marta, salimos el 3 de abril y volvemos el 19', '2027-04-03'],
    ['Io e Matteo ci sposiamo il 20 giugno a Lucca', '2027-06-20'],
    ['Vamos para Roma no dia 20 de junho', '2027-06-20'],
    ['We trouwen op 20 juni.', '2027-06-20'],
    ["I've got my anatomy exam on Nov 20th and I've retained nothing.", '2026-11-20'],
    ['My new contract runs from 1 September', '2026-09-01'],
    ['I met my wife on 14 May and we live in Rome.', '2026-05-14'],
  ])('lies ahead, also by more than half a year, and what was told soon after it lies behind: %s', (text, day) => {
    expect(readEventDay(text, october)).toBe(day);
  });

  it.each([
    ['They start on Tuesday next week', '2026-10-13'],
    ['Sie fangen nächste Woche Dienstag an.', '2026-10-13'],
    ['Ils commencent mardi de la semaine prochaine', '2026-10-13'],
    ['Empiezan el martes de la semana que viene', '2026-10-13'],
    ['Cominciano martedì della prossima settimana', '2026-10-13'],
    ['Começam na terça-feira da próxima semana', '2026-10-13'],
    ['Ze beginnen volgende week dinsdag.', '2026-10-13'],
    ["J'ai un entretien lundi prochain chez Decathlon", '2026-10-12'],
    ['Lunedì prossimo ho un colloquio', '2026-10-12'],
    ['El lunes que viene tengo una entrevista', '2026-10-12'],
    ['Morgen um 10 bin ich beim Zahnarzt', '2026-10-09'],
    ['Morgen komen mijn schoonouders eten', '2026-10-09'],
  ])('has the weekday that its words name: %s', (text, day) => {
    expect(readEventDay(text, october)).toBe(day);
  });

  it.each([
    'Am Wochenende kommen die Enkel',
    'In het weekend eten we vlees',
    "Il ne le voit qu'un week-end sur deux",
    'We visit them at the weekend',
  ])('or a habit on weekends has no date: %s', (text) => {
    expect(readEventDay(text, october)).toBeNull();
  });
});

describe('a day near today', () => {
  it.each([
    ['I arrive the day after tomorrow', '2026-04-02'],
    ["J'arrive après-demain", '2026-04-02'],
    ['Llego pasado mañana', '2026-04-02'],
    ['Chego depois de amanhã', '2026-04-02'],
    ['Ich habe übermorgen eine Prüfung', '2026-04-02'],
    ['I arrived the day before yesterday', '2026-03-29'],
    ['Llegué antes de ayer', '2026-03-29'],
    ['I had surgery last night', '2026-03-30'],
  ])('is the date of a memory: %s', (text, day) => {
    expect(readEventDay(text)).toBe(day);
  });

  it.each([
    ['What do I have the day after tomorrow?', '2026-04-02', '2026-04-03'],
    ['O que faço depois de amanhã?', '2026-04-02', '2026-04-03'],
    ['What did I eat last night?', '2026-03-30', '2026-03-31'],
    ['What did I do this morning?', '2026-03-31', '2026-04-01'],
    ['¿Qué hice esta mañana?', '2026-03-31', '2026-04-01'],
  ])('is read in a query: %s', (query, from, to) => {
    expect(readDays(query)).toEqual([from, to]);
  });
});

describe('a month or season without a year', () => {
  it.each([
    ['We will go to Norway in summer', '2026-06-01'],
    ['Im Sommer werden wir nach Norwegen fahren', '2026-06-01'],
    ['We went skiing this winter', '2025-12-01'],
    ['I start my job next May', '2026-05-01'],
    ['Ich fange nächsten Mai an', '2026-05-01'],
    ['I started my job last March', '2025-03-01'],
    ['We will marry on the first Saturday of June', '2026-06-06'],
  ])('gives a memory the date of the one that is meant: %s', (text, day) => {
    expect(readEventDay(text)).toBe(day);
  });

  it.each([
    ['What will I do in December?', '2026-12-01', '2027-01-01'],
    ['Was werde ich im Dezember machen?', '2026-12-01', '2027-01-01'],
    ['What plans do we have in summer?', '2026-06-01', '2026-09-01'],
    ['What did we plan in May?', '2025-05-01', '2025-06-01'],
    ['What happened from Jan to Mar?', '2026-01-01', '2026-04-01'],
    ['What did I do last March?', '2025-03-01', '2025-04-01'],
    ['Was mache ich nächsten Mai?', '2026-05-01', '2026-06-01'],
    ["Qu'est-ce que j'ai fait en mars dernier ?", '2025-03-01', '2025-04-01'],
    ['What happened this winter?', '2025-12-01', '2026-03-01'],
  ])('is read in a query: %s', (query, from, to) => {
    expect(readDays(query)).toEqual([from, to]);
  });
});

describe('the end of a month, and a year without a 29 February', () => {
  it.each([
    ['What did I do a month ago today?', '2026-02-28', '2026-03-01'],
    ['What did I do one month ago?', '2026-02-13', '2026-03-16'],
    ['What did I do on February 29?', '2024-02-29', '2024-03-01'],
  ])('are counted: %s', (query, from, to) => {
    expect(readDays(query)).toEqual([from, to]);
  });
});

describe('a number in words', () => {
  it.each([
    ['Ich habe vor zehn Tagen angefangen', '2026-03-21'],
    ["J'ai commencé il y a huit jours", '2026-03-23'],
    ['Empecé hace quince días', '2026-03-16'],
    ['Ho iniziato otto giorni fa', '2026-03-23'],
    ['I started twelve days ago', '2026-03-19'],
    ['Ich habe vor ein paar Tagen angefangen', '2026-03-28'],
  ])('is read before a unit: %s', (text, day) => {
    expect(readEventDay(text)).toBe(day);
  });
});

describe('a query in a zone with summer time', () => {
  it.each([
    ['What did I do in January?', '2025-12-31T23:00:00.000Z', '2026-01-31T23:00:00.000Z'],
    ['What did I do in the first week of June?', '2026-05-31T22:00:00.000Z', '2026-06-07T22:00:00.000Z'],
    ['What did I do before August 2025?', '0000-12-31T22:00:00.000Z', '2025-07-31T22:00:00.000Z'],
  ])('has the days of that time of the year: %s', (query, from, to) => {
    const { period } = readQueryTime(query, Date.parse('2026-07-10T12:00:00Z'), 'Europe/Berlin');
    expect(period && [period.from, period.to].map((at) => new Date(at).toISOString())).toEqual([from, to]);
  });
});

describe('a date in digits', () => {
  it.each([
    ['Ich habe am 24.12.2023 geheiratet', '2023-12-24'],
    ['Ich heirate am 24.5.', '2026-05-24'],
    ['I ran a marathon on 12/25/2023', '2023-12-25'],
    ['Nos casamos el 24/12/2023', '2023-12-24'],
    ['We met on 2023/12/25', '2023-12-25'],
    ['We moved in 2024-05', '2024-05-01'],
    ['I lived there from 2015 to 2019', '2015-01-01'],
  ])('is read: %s', (text, day) => {
    expect(readEventDay(text)).toBe(day);
  });
});
