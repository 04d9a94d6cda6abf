import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { idle } from '../deletion/helpers.js';
import { startTestApp, type TestApp } from '../helpers/app.js';

// A move of the speaker makes what is known of the old home outdated, and nothing else: seven languages.

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ embedder: 'local' });
});
afterAll(() => app.close());

/** Adds the facts and then the move, and returns the facts that the move makes outdated. */
async function findOutdated(userId: string, facts: readonly string[], move: string): Promise<string[]> {
  const client = app.as(app.admin.apiKey);
  for (const [index, content] of [...facts, move].entries()) {
    await client.rest('POST', '/v3/memories/add/', {
      messages: [{ role: 'user', content }],
      user_id: userId,
      timestamp: new Date(Date.UTC(2026, 0, index + 1)).toISOString(),
    });
    await idle(app.app.services);
  }
  const query =
    'query Memories($filter: MemoryFilter) { memories(filter: $filter) { nodes { text outdatedBy { memory { text } } } } }';
  type Memory = { text: string; outdatedBy: { memory: { text: string } } | null };
  const { body } = await client.rest<{ data: { memories: { nodes: Memory[] } } }>('POST', '/graphql', {
    query,
    variables: { filter: { userId: { eq: userId } } },
  });
  const nodes = body.data.memories.nodes;
  expect(nodes.map(({ text }) => text).toSorted()).toEqual([...facts, move].toSorted());
  return nodes.filter(({ outdatedBy }) => outdatedBy?.memory.text === move).map(({ text }) => text);
}

describe('a move of the speaker', { timeout: 60_000 }, () => {
  it.each([
    ['en', 'My flat in Bonn has two rooms.', "I've moved to Lisbon.", 'My sister lives in Bonn.'],
    ['en-from', 'My flat in Bonn has two rooms.', 'I moved from Bonn to Lisbon.', 'I was born in Bonn.'],
    ['en-lives', 'I live in Bonn.', 'I moved from Bonn to Lisbon last month.', 'I love Bonn.'],
    ['en-house', 'Our house has a big garden.', 'We relocated to York.', 'I rent out a flat in Leeds.'],
    ['en-typed', 'my flat in bonn has two rooms', 'ive moved to lisbon', 'my brother lives in bonn'],
    ['de', 'Meine Wohnung in Bonn hat zwei Zimmer.', 'Ich bin von Bonn nach Lissabon gezogen.', 'Ich komme aus Bonn.'],
    ['fr', 'Mon appartement à Lyon a deux pièces.', "J'ai déménagé de Lyon à Nantes.", 'Mon frère habite à Lyon.'],
    ['es', 'Mi piso en Bilbao tiene dos habitaciones.', 'Me he mudado de Bilbao a Vigo.', 'Nací en Bilbao.'],
    [
      'it',
      'Il mio appartamento a Torino ha due stanze.',
      'Mi sono trasferito da Torino a Bari.',
      'Mia sorella vive a Torino.',
    ],
    ['pt', 'O meu apartamento em Braga tem dois quartos.', 'Mudei-me de Braga para Faro.', 'Gosto de Braga.'],
    ['nl', 'Ik woon in Gent.', 'Ik ben van Gent naar Breda verhuisd.', 'Mijn zus woont in Gent.'],
  ] as const)('makes the old home outdated, and no bond to the place: %s', async (...[language, home, move, bond]) => {
    expect(await findOutdated(language, [bond, home], move)).toEqual([home]);
  });

  it('leaves what is said of the new place, of other homes and of other things', async () => {
    const facts = [
      'I live in Lisbon.',
      'My flat in Lisbon has two rooms.',
      'My parents have a flat in Bonn.',
      'My holiday flat in Bonn has two rooms.',
      'My flatmate Ben plays the drums.',
      'I play chess on Lichess.',
    ];
    expect(await findOutdated('others', facts, 'I moved from Bonn to Lisbon.')).toEqual([]);
    const home = ['My apartment is on Kestrel Street.', 'I play chess on Lichess.'];
    expect(await findOutdated('chess', home, 'I moved from Lichess to Chess.com.')).not.toContain(home[0]);
  });
});
