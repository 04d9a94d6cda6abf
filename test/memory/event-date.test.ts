import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readEventDate } from '@memory-gateway/memory-engine';
import { startTestApp, type TestApp } from '../helpers/app.js';

// A Wednesday.
const said = Date.parse('2026-03-04T12:00:00Z');
const dayOf = (text: string) => {
  const at = readEventDate(text, said);
  return at === null ? null : new Date(at).toISOString().slice(0, 10);
};

describe('the date of an event', () => {
  it.each([
    ['I adopted a dog last Friday.', '2026-02-27'],
    ['I ran into Tom yesterday.', '2026-03-03'],
    ['We flew to Oslo on 12 January.', '2026-01-12'],
    ['I went to Crete in August 2024.', '2024-08-01'],
    ['I met Carla on Monday.', '2026-03-02'],
    ['The wedding will be on May 12.', '2026-05-12'],
    ['I am flying to Rome next week.', '2026-03-09'],
    ['I moved to Ghent in 2019.', '2019-01-01'],
    ['Ich habe gestern einen Hund adoptiert.', '2026-03-03'],
    ['Ayer compré una bicicleta.', '2026-03-03'],
    ["J'ai déménagé la semaine dernière.", '2026-02-23'],
    ['昨天我搬家了。', '2026-03-03'],
    ['The dentist filled a cavity, the crown comes on 12 April.', '2026-04-12'],
    ['My landlord raises the rent to 940 euros from April.', '2026-04-01'],
    ['Ich ziehe Ende April aus der Wohnung aus.', '2026-04-21'],
    ['Mein Kurs beginnt am 7. April.', '2026-04-07'],
    ['Meine Miete steigt ab April.', '2026-04-01'],
    ['Ich bin Ende April umgezogen.', '2025-04-21'],
    ['The office closes on 24 December.', '2025-12-24'],
    ['I moved to Ghent on 12 April.', '2025-04-12'],
    ['Wir haben am 7. April geheiratet.', '2025-04-07'],
    ['In April, I moved to Ghent.', '2025-04-01'],
    ['We will visit my grandmother from 10 to 17 May.', '2026-05-10'],
    ['Wir sind vom 10. bis 17. Mai in Coimbra.', '2026-05-10'],
    ['The fair is on 10–17 May.', '2026-05-10'],
    ['The wedding is on Sat., 20 June.', '2026-06-20'],
    ['The course, which I paid, starts on 7 April.', '2026-04-07'],
    ['Dad retired in June.', '2025-06-01'],
    ['I moved the dentist to 19 March.', '2026-03-19'],
    ['Oma wird am 14. Mai achtzig.', '2026-05-14'],
    ['Tom und Lea haben am 20. Juni geheiratet.', '2025-06-20'],
    ['Die Prüfung fand am 17. April statt.', '2025-04-17'],
    ["J'ai rendez-vous chez le dentiste le 12 mars à 15 h.", '2026-03-12'],
    ['Mon grand-père est décédé le 12 mai.', '2025-05-12'],
    ['On a signé le bail le 2 avril.', '2025-04-02'],
    ['La boda es el 20 de junio.', '2026-06-20'],
    ['Me rompí la pierna el 3 de abril.', '2025-04-03'],
    ['Ho un appuntamento dal dentista il 12 marzo.', '2026-03-12'],
    ['Abbiamo già visto la casa il 4 aprile.', '2025-04-04'],
    ['O exame é em abril.', '2026-04-01'],
    ['Mudei de emprego em junho.', '2025-06-01'],
    ['Ik heb op 12 maart een afspraak bij de tandarts.', '2026-03-12'],
    ['Ik heb de auto op 3 mei verkocht.', '2025-05-03'],
    ['We had duck at Thanksgiving.', '2025-11-27'],
    ['I proposed on Labor Day weekend.', '2025-08-30'],
    ['Am Nikolaustag war ich krank.', '2025-12-06'],
    ['Am Montag war ich beim Arzt.', '2026-03-02'],
    ['El lunes fui al dentista.', '2026-03-02'],
    ['Lunedì ho visto Anna.', '2026-03-02'],
    ['À Noël, on a mangé une dinde.', '2025-12-24'],
    ['Met Kerst waren we in Gent.', '2025-12-24'],
    ['Le 20 juin, nous avons déménagé à Metz.', '2025-06-20'],
    ["Du 3 au 20 juin, j'étais en vacances.", '2025-06-03'],
    ['Le samedi 20 juin, nous déménageons.', '2026-06-20'],
    ['El 20 de junio, nos mudamos a Roma.', '2025-06-20'],
    ['Il 20 giugno, ci siamo trasferiti a Roma.', '2025-06-20'],
    ['No dia 20 de junho, mudei de emprego.', '2025-06-20'],
    ['Am 20. Juni, einem Samstag, sind wir umgezogen.', '2025-06-20'],
    ['Op 20 juni, een zaterdag, zijn we verhuisd.', '2025-06-20'],
    ['Tom und Lea heiraten am 20. Juni.', '2026-06-20'],
    ['Wir heirateten am 20. Juni.', '2025-06-20'],
    ['Meine älteste Tochter heiratet am 20. Juni.', '2026-06-20'],
    ['Die geplante Reise ist am 20. Juni.', '2026-06-20'],
    ['De volgende afspraak is op 20 juni.', '2026-06-20'],
    ['Mijn oudste dochter trouwt op 20 juni.', '2026-06-20'],
    ['Wij fietsten op 20 juni naar Gent.', '2025-06-20'],
    ["J'ai kiné le 20 juin.", '2026-06-20'],
    ['Aquí empieza el curso el 20 de junio.', '2026-06-20'],
    ['Ricevo le chiavi il 20 giugno.', '2026-06-20'],
    ["I've got an interview on 20 June.", '2026-06-20'],
    ['I moved to Ghent in April from a small town.', '2025-04-01'],
    ['i moved to ghent in april, renting a room from a retired driver', '2025-04-01'],
    ['We adopted a cat in a village in July and named it Pip.', '2025-07-01'],
    ['I move to Ghent in April, from a small town.', '2026-04-01'],
    ['I work at Bosch since May.', '2025-05-01'],
    ['ich arbeite seit mai bei Bosch', '2025-05-01'],
    ['Wir wohnen seit Anfang Juni in Kiel.', '2025-06-01'],
    ['Trabajo aquí desde mayo.', '2025-05-01'],
    ['Ik ben hier gisteren verhuisd.', '2026-03-03'],
    ['The rent rises from May.', '2026-05-01'],
    ['Der Kurs läuft ab Mai.', '2026-05-01'],
    ["Hier j'ai adopté un chien.", '2026-03-03'],
    ['On a mangé chez Léa hier.', '2026-03-03'],
    ['avant-hier on était à Metz', '2026-03-02'],
  ])('of "%s" is %s', (text, day) => {
    expect(dayOf(text)).toBe(day);
  });

  it.each([
    'I live in Ghent.',
    'I go climbing every Friday.',
    'The team meets on Monday.',
    'My birthday is on 3 May.',
    'I lived in Ghent until 2019.',
    'I worked a lot this week.',
    'Ich gehe jeden Freitag klettern.',
    'Ich wohne hier gern.',
    'wir haben hier einen garten',
    'Ik woon hier graag.',
    'mijn zus werkt hier ook',
    'Es gibt hier keinen Bäcker.',
  ])('is unknown for "%s"', (text) => {
    expect(dayOf(text)).toBeNull();
  });
});

describe('an event date', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app.close());

  it('is written at extraction, returned, and used by filters before the time of creation', async () => {
    const client = app.as(app.admin.apiKey);
    await client.rest('POST', '/v3/memories/add/', {
      messages: [{ role: 'user', content: 'I adopted a dog last Friday.' }],
      user_id: 'rosa',
      timestamp: '2026-03-04T12:00:00Z',
    });
    await client.rest('POST', '/v3/memories/add/', {
      messages: [{ role: 'user', content: 'My sister paints landscapes.' }],
      user_id: 'rosa',
      timestamp: '2026-03-05T12:00:00Z',
    });
    const query = `query ($filter: MemoryFilter) { memories(filter: $filter) { nodes { text eventDate createdAt } } }`;
    interface Listed {
      data: { memories: { nodes: { text: string; eventDate: string | null }[] } };
    }
    const list = async (filter: object) => {
      const { body } = await client.rest<Listed>('POST', '/graphql', { query, variables: { filter } });
      return body.data.memories.nodes;
    };
    await expect.poll(() => list({}), { timeout: 20_000 }).toHaveLength(2);
    const dog = {
      text: 'I adopted a dog last Friday.',
      eventDate: '2026-02-27T00:00:00.000Z',
      createdAt: '2026-03-04T12:00:00.000Z',
    };
    const sister = { text: 'My sister paints landscapes.', eventDate: null, createdAt: '2026-03-05T12:00:00.000Z' };
    expect(await list({})).toEqual([sister, dog]);
    expect(await list({ eventDate: { lt: '2026-03-01T00:00:00Z' } })).toEqual([dog]);
    expect(await list({ eventDate: { gte: '2026-03-05T00:00:00Z' } })).toEqual([sister]);
    const byRest = await client.rest<{ results: { memory: string }[] }>('POST', '/v3/memories/', {
      filters: { user_id: 'rosa', event_date: { gte: '2026-02-27', lte: '2026-02-27' } },
    });
    expect(byRest.body.results.map(({ memory }) => memory)).toEqual([dog.text]);
  });

  it('changes with the date that a new text names, and stays with any other text', async () => {
    const client = app.as(app.admin.apiKey);
    const { body } = await client.rest<{ results: { id: string }[] }>('POST', '/v3/memories/add/', {
      messages: [{ role: 'user', content: 'My dentist appointment is on 5 May 2027.' }],
      user_id: 'otto',
      async_mode: false,
    });
    const id = body.results[0]?.id ?? '';
    const dateAfter = async (text: string) => {
      await client.rest('PUT', `/v1/memories/${id}/`, { text });
      const query = `query ($id: ID!) { memory(id: $id) { text eventDate } }`;
      const read = await client.rest<{ data: { memory: object } }>('POST', '/graphql', { query, variables: { id } });
      return read.body.data.memory;
    };
    for (const [text, eventDate] of [
      ['The dentist appointment is on 5 May 2027 at nine.', '2027-05-05T00:00:00.000Z'],
      ['The dentist appointment is on 9 June 2027.', '2027-06-09T00:00:00.000Z'],
      ['The dentist called.', null],
    ] as const)
      expect(await dateAfter(text)).toEqual({ text, eventDate });
  });
});
