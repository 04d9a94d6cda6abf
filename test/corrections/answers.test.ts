import { describe, expect, it } from 'vitest';
import { startChat } from '../extraction/chat.js';

// Answers that extraction keeps with the question of the assistant are corrected like other statements.

const chat = startChat();

/** Tells an answer to a question and, a month later, another statement. @returns the stored text of the answer, and what makes it outdated */
async function tellAnswer(user_id: string, [asked, answer, later]: readonly [string, string, string]) {
  await chat.tell({ user_id, timestamp: Date.UTC(2026, 0, 5) / 1000 }, [
    ['assistant', asked],
    ['user', answer],
  ]);
  await chat.tell({ user_id, timestamp: Date.UTC(2026, 1, 5) / 1000 }, [['user', later]]);
  const found = await chat.search(user_id, asked);
  const stored = found.find(({ memory }) => memory === `${asked} ${answer}`);
  return [stored?.memory, stored?.outdated_by?.memory ?? null];
}

describe('an answer that is kept with its question', () => {
  it.each([
    ['Which city do you live in?', 'Rotterdam.', 'I moved to Ghent.'],
    ['How many hours do you train a week?', 'Four hours.', 'I train six hours a week now.'],
    ['Do you smoke?', 'No, never.', 'I smoke ten a day now.'],
    ['Wo wohnst du?', 'In Kassel.', 'Wir wohnen jetzt in Leipzig.'],
    ['Où habites-tu ?', 'À Lyon.', "J'ai déménagé à Rennes."],
    ['¿Dónde vives?', 'En Getafe.', 'Me he mudado a Toledo.'],
    ['Dove vivi?', 'A Torino.', 'Mi sono trasferito a Matera.'],
    ['Onde moras?', 'Em Braga.', 'Mudei-me para o Porto.'],
    ['Waar woon je?', 'In Utrecht.', 'We zijn naar Zwolle verhuisd.'],
  ] as const)('is outdated by a later statement: %s %s', async (...said) => {
    expect(await tellAnswer(`outdated ${said[0]}`, said)).toEqual([`${said[0]} ${said[1]}`, said[2]]);
  });

  it.each([
    ['Which city do you live in?', 'Rotterdam.', 'My brother moved to Ghent.'],
    ['Do you have any pets?', 'Yes, two cats.', 'We adopted a dog in May.'],
    ['Do you have any allergies?', 'Yes, peanuts and shellfish.', "I also can't eat kiwi."],
    ['Wo wohnst du?', 'In Kassel.', 'Mein Bruder ist nach Leipzig gezogen.'],
    ['¿Dónde vives?', 'En Getafe.', 'Mi hermana se ha mudado a Toledo.'],
  ] as const)('stays true beside another fact: %s %s', async (...said) => {
    expect(await tellAnswer(`true ${said[0]}`, said)).toEqual([`${said[0]} ${said[1]}`, null]);
  });
});

describe('what is called off', () => {
  it('leaves another plan with the same person as it is', async () => {
    const plan = "Lena's boss won't give her the time off, so we moved Porto to the 21st of May.";
    await chat.tell({ user_id: 'plan', timestamp: Date.UTC(2026, 0, 5) / 1000 }, [['user', plan]]);
    await chat.tell({ user_id: 'plan', timestamp: Date.UTC(2026, 1, 5) / 1000 }, [
      ['user', "We cancelled Sintra, Lena says she's seen enough castles."],
    ]);
    const found = await chat.search('plan', 'When do we go to Porto?');
    expect(found.find(({ memory }) => memory === plan)?.outdated_by).toBeUndefined();
  });
});
