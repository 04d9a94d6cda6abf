import { describe, expect, it } from 'vitest';
import { readEventDate } from '../src/extraction/event-date.js';
import { readQueryTime } from '../src/time/dates.js';

const spring = Date.parse('2026-05-20T12:00:00Z');
const toDay = (at: number) => new Date(at).toISOString().slice(0, 10);
const readDays = (query: string, now = spring) => {
  const found = readQueryTime(query, now).period;
  return found && [toDay(found.from), toDay(found.to)];
};
const readEventDay = (text: string, now = spring) => {
  const at = readEventDate(text, now);
  return at === null ? null : toDay(at);
};

const christmas = ['2025-12-24', '2025-12-27'] as const;

describe('the name of a holiday in a query', () => {
  it.each([
    'I have a Christmas cactus.',
    'I work at a Christmas market.',
    'I own a Christmas tree farm.',
    'What is at the Christmas market?',
    'I hate Last Christmas by Wham.',
    'I want a Halloween costume.',
    'I have no Halloween costume.',
    'I live on Easter Island.',
    'I have an Easter egg collection.',
    'What did I say about a Christmas tree?',
    'Where did I go on Christmas Island?',
    'Le Natale è la mia festa preferita.',
    'Mia nonna si chiama la Natale.',
    'Moro no Natal Shopping.',
    'Eu moro em Natal.',
    'Wie heißt meine Tante Silvester?',
    'Wo steht der Weihnachtsmarkt?',
    'Who came to the weekend before Easter?',
    'two days before Christmas',
    'drei Tage nach Ostern',
  ])('is no time: %s', (query) => {
    expect(readDays(query)).toBeNull();
    expect(readEventDay(query)).toBeNull();
  });

  it.each([
    ['What did I get for Christmas?', ...christmas],
    ['What did I wear for Halloween?', '2025-10-31', '2025-11-01'],
    ['Was habe ich für Weihnachten gekauft?', ...christmas],
    ['Was habe ich Weihnachten gemacht?', ...christmas],
    ['Was habe ich an Weihnachten gemacht?', ...christmas],
    ['Was war letztes Weihnachten?', ...christmas],
    ['Che cosa ho comprato per Natale?', ...christmas],
    ["Qu'est-ce que j'ai fait à Noël ?", ...christmas],
    ['¿Qué hice en Navidad?', ...christmas],
    ['O que fiz no Natal?', ...christmas],
    ['O que fiz no Natal passado?', ...christmas],
    ['Wat deed ik met kerst?', ...christmas],
    ['au Nouvel An', '2026-01-01', '2026-01-02'],
    ['alla vigilia di Natale', '2025-12-24', '2025-12-25'],
    ['na véspera de Natal', '2025-12-24', '2025-12-25'],
    ['no dia de Natal', '2025-12-25', '2025-12-26'],
    ['What did I eat on Christmas Day?', '2025-12-25', '2025-12-26'],
    ['at Christmas 2023', '2023-12-24', '2023-12-27'],
    ['What did we do at Easter with Ada?', '2026-04-03', '2026-04-07'],
    ['What did I cook on Easter Sunday?', '2026-04-05', '2026-04-06'],
    ['Où étais-je le lundi de Pâques ?', '2026-04-06', '2026-04-07'],
    ['between Christmas and New Year’s Eve', '2025-12-24', '2026-01-01'],
    ['from Easter to Whitsun', '2025-04-18', '2025-06-10'],
    ['entre Noël et le Nouvel An', '2025-12-24', '2026-01-02'],
    ['zwischen Weihnachten und Neujahr', '2025-12-24', '2026-01-02'],
    ['between Easter and May', '2026-04-03', '2026-06-01'],
    ['on the Easter weekend', '2026-04-03', '2026-04-07'],
    ['over the Christmas holidays', ...christmas],
    ['What did we eat at Thanksgiving?', '2025-11-27', '2025-12-01'],
    ['What did I buy on Black Friday?', '2025-11-28', '2025-11-29'],
    ['over Labor Day weekend', '2025-08-30', '2025-09-02'],
    ['What did I do on Memorial Day 2024?', '2024-05-27', '2024-05-28'],
    ['What did I do on Halloween weekend?', '2025-10-31', '2025-11-03'],
    ['Was habe ich am Muttertag gemacht?', '2026-05-10', '2026-05-11'],
    ['Que fiz no dia da mãe?', '2026-05-03', '2026-05-04'],
    ['Cosa ho fatto a Ferragosto?', '2025-08-15', '2025-08-16'],
    ['Wat deed ik met Sinterklaas?', '2025-12-05', '2025-12-06'],
    ['since Easter', '2026-04-03', '9999-01-01'],
    ['before Christmas 2024', '0001-01-01', '2024-12-24'],
    ['the day after Christmas', '2025-12-26', '2025-12-27'],
    ['the day before Christmas', '2025-12-24', '2025-12-25'],
    ['the week before Easter', '2026-03-29', '2026-04-05'],
    ['am Tag nach Ostern', '2026-04-06', '2026-04-07'],
    ['la semaine avant Noël', '2025-12-18', '2025-12-25'],
  ])('is a time: %s', (query, from, to) => {
    expect(readDays(query)).toEqual([from, to]);
  });

  it.each([
    ['next Christmas', '2026-05-20', '2026-12-24'],
    ['next Easter', '2026-05-20', '2027-03-26'],
    ['last Christmas', '2026-12-25', '2025-12-24'],
    ['last Christmas', '2026-12-30', '2026-12-24'],
    ['this Christmas', '2026-12-01', '2026-12-24'],
    ['this Christmas', '2027-01-02', '2026-12-24'],
    ['this Easter', '2026-05-20', '2026-04-03'],
    ['à Noël dernier', '2026-12-25', '2025-12-24'],
    ['el próxima Navidad', '2026-05-20', '2026-12-24'],
    ['nächstes Ostern', '2026-05-20', '2027-03-26'],
  ])('with last, this or next is of that year: %s, asked on %s', (query, asked, from) => {
    expect(readDays(query, Date.parse(`${asked}T12:00:00Z`))?.[0]).toBe(from);
  });

  it.each([
    'What did we cook on Good Friday?',
    'What did we cook on Easter Sunday?',
    'What broke in the last week of May?',
    'What broke in the fourth week of February?',
  ])('and other absolute times stay in the text, and have ten days after them: %s', (query) => {
    const { text, period } = readQueryTime(query, spring);
    expect([text, period?.graceDays]).toEqual([query, 10]);
  });
});

describe('the name of a holiday in a statement', () => {
  it.each([
    ['I ate goose at Christmas.', '2025-12-24'],
    ['I flew home on Christmas Day.', '2025-12-25'],
    ['I will visit Ada at Christmas.', '2026-12-24'],
    ['We were in Rome at Easter 2024.', '2024-03-29'],
    ['I moved to a flat by the sea in May last year.', '2025-05-01'],
    ['I married after a long courtship in the spring of last year.', '2025-03-01'],
    ['I moved to Ghent at Easter last year.', '2025-04-18'],
  ])('is the date of the event: %s', (text, day) => {
    expect(readEventDay(text)).toBe(day);
  });

  it.each([
    'I hate shopping at Christmas.',
    'I bought him a bike for Christmas.',
    'I love Christmas.',
    'I moved before Christmas.',
  ])('is no date of an event: %s', (text) => {
    expect(readEventDay(text)).toBeNull();
  });
});

describe('a time after "na"', () => {
  it.each([
    ['na semana passada', '2026-05-11', '2026-05-18'],
    ['na primeira semana do mês passado', '2026-04-01', '2026-04-08'],
    ['na primeira segunda-feira de março', '2026-03-02', '2026-03-03'],
    ['na terceira semana de março', '2026-03-15', '2026-03-22'],
    ['na Páscoa', '2026-04-03', '2026-04-07'],
    ['na maart', '2026-04-01', '9999-01-01'],
    ['na de tweede dinsdag van mei', '2026-05-13', '9999-01-01'],
    ['na kerst', '2025-12-27', '9999-01-01'],
    ['na 3 mei', '2026-05-04', '9999-01-01'],
    ['na 2020', '2021-01-01', '9999-01-01'],
  ])('is after it in Dutch and in it in Portuguese: %s', (query, from, to) => {
    expect(readDays(query)).toEqual([from, to]);
  });

  it('dates a Portuguese statement, and is a limit in a Dutch one', () => {
    expect(readEventDay('Casei na semana passada.')).toBe('2026-05-11');
    expect(readEventDay('Ik verhuisde na 3 mei 2024.')).toBeNull();
  });
});

describe('"last year" after a month', () => {
  it('is the same year at both ends of a range', () => {
    const query = 'from May last year to October last year';
    expect(readDays(query, Date.parse('2026-01-05T12:00:00Z'))).toEqual(['2025-05-01', '2025-11-01']);
  });
});
