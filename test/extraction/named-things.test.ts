import { describe, expect, it } from 'vitest';
import { startChat } from './chat.js';

// Sentences that change what the sentence before names: "I drive a Volvo." "Actually I sold it."

const { tell: add, search, list } = startChat();

const tell = (user_id: string, texts: readonly string[]): Promise<void> =>
  add(
    { user_id },
    texts.map((text) => ['user', text]),
  );

describe('a sentence that changes a thing by a pronoun', { timeout: 60_000 }, () => {
  it.each([
    [
      'I drive a blue Volvo V60.',
      'Actually I sold it last week and got a Tesla Model 3.',
      'A blue Volvo V60',
      'Which car do I drive?',
    ],
    [
      'We have a subscription to Netflix.',
      'We cancelled it in May.',
      'A subscription to Netflix',
      'Do we have a subscription to Netflix?',
    ],
    ['My phone is a Pixel 6.', 'I replaced it with an iPhone.', 'My phone, a Pixel 6', 'Which phone do I have?'],
    ['I own a boat in Split.', 'Sadly we had to sell it.', 'A boat in Split', 'Do I own a boat?'],
    [
      'Ich fahre einen blauen Volvo.',
      'Ich habe ihn letzte Woche verkauft.',
      'Einen blauen Volvo',
      'Fahre ich einen Volvo?',
    ],
    [
      "J'ai une Clio rouge.",
      "En fait je l'ai vendue la semaine dernière.",
      'Une Clio rouge',
      'Est-ce que j’ai une Clio ?',
    ],
    ['Tengo un Seat rojo.', 'Al final lo vendí la semana pasada.', 'Un Seat rojo', '¿Tengo un Seat?'],
    ['Ho una Vespa gialla.', "L'ho venduta ieri.", 'Una Vespa gialla', 'Ho una Vespa?'],
    ['Tenho um Fiat velho.', 'Vendi-o ontem.', 'Um Fiat velho', 'Tenho um Fiat?'],
    ['Ik heb een racefiets.', 'Ik heb hem verkocht.', 'Een racefiets', 'Heb ik een racefiets?'],
  ] as const)('names it, and makes the earlier fact outdated: %s %s', async (...[said, changed, thing, query]) => {
    await tell(said, [said, changed]);
    const memory = `${thing}. ${changed}`;
    const found = await search(said, query);
    expect(found.map((each) => each.memory).toSorted()).toEqual([said, memory].toSorted());
    expect(found[0]?.memory).toBe(memory);
    expect(found[0]).not.toHaveProperty('outdated_by');
    expect(found[1]?.outdated_by).toMatchObject({ memory });
    const [precise] = await search(said, query, { precision: 'high' });
    expect(precise).toMatchObject({ memory });
  });

  it('stays as it is if it may mean something else, or changes nothing', async () => {
    const conversations = [
      ['I have a car and a bike.', 'I sold it.'],
      ['I told my boss a lie.', 'I lost it.'],
      ['My sister lives in Rome.', 'I moved there.'],
      ['I have a sister.', 'I lost it all.'],
      ['I saw a good film.', 'I fixed the bike and sold it.'],
      ['I have a dog.', 'I walk it every day.'],
      ['I read a book about cars.', 'It was long.'],
      ['I made a carrot cake.', 'I cut it.'],
      ['I like football.', 'I stopped playing.'],
      ['I wrote a poem and a song.', 'I sold them both.'],
      ['I bought a lamp.', 'I sold the old one.'],
      ['I have a Volvo.', 'I drive it daily since I sold the bike.'],
      ['I have an old piano.', 'I play it, but I stopped lessons.'],
      ['Ich habe einen Bruder.', 'Ich habe ihn verloren.'],
      ["J'ai une sœur.", "Je l'ai perdue de vue."],
      ['Tengo un hermano.', 'Lo perdí de vista.'],
      ['Ho un fratello.', "L'ho perso di vista."],
      ['Tenho um irmão.', 'Perdi-o de vista.'],
      ['Ik heb een broer.', 'Ik ben hem kwijt.'],
    ];
    for (const [index, texts] of conversations.entries()) {
      await tell(`same-${index}`, texts);
      expect((await list(`same-${index}`)).toSorted()).toEqual(texts.toSorted());
    }
  });
});
