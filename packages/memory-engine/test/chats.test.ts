import { describe, expect, it } from 'vitest';
import { categorize } from '../src/categories/categorize.js';
import { extractFacts } from '../src/extraction/extract.js';
import { readStanding } from '../src/traits/standing.js';

// What people mention by the way in chats with an assistant, and what stands around it.

const keep = (...messages: readonly string[]) =>
  extractFacts(messages.map((content) => ({ role: 'user', content }))).map(({ text }) => text);

describe('a memory of a chat', () => {
  it.each([
    ["btw I'm off on Thursdays", "I'm off on Thursdays"],
    ['Oh, and we do meatless Mondays.', 'We do meatless Mondays.'],
    ['ok i work nights', 'i work nights'],
    ['Quick one: my laptop is an M3.', 'My laptop is an M3.'],
    ['Ach so, mein Bruder wohnt in Kiel.', 'Mein Bruder wohnt in Kiel.'],
    ['ah y mi hermana vive en Soria', 'mi hermana vive en Soria'],
    ["au fait, j'enseigne la géographie", "j'enseigne la géographie"],
  ])('begins without the filler: %s', (said, kept) => {
    expect(keep(said)).toEqual([kept]);
  });

  it.each([
    ['sounds good, but my oven broke last week so stovetop only', 'my oven broke last week so stovetop only'],
    ['Those look great, but Owen gets hives from shellfish.', 'Owen gets hives from shellfish.'],
    ['klingt gut, nur zwiebeln vertrag ich nicht mehr', 'zwiebeln vertrag ich nicht mehr'],
    ['Great, she can read that by herself.', 'She can read that by herself.'],
  ])('leaves out the verdict on the answer before it: %s', (said, kept) => {
    expect(keep(said)).toEqual([kept]);
  });

  it.each([
    ['We are three, so please scale it down.', 'We are three.'],
    ['I live near the station, could you make it shorter', 'I live near the station'],
    ['we do meatless mondays so put the curry there', 'we do meatless mondays'],
  ])('ends before an order for the moment: %s', (said, kept) => {
    expect(keep(said)).toEqual([kept]);
  });

  it.each([
    'My mother is fine but she needs a new hip.',
    'So far I like the new job.',
    'Last one I bought was red.',
    'Thanks to my sister I have a flat in Leeds.',
    'No wait, the dinner is on Tuesday.',
    'also we are on pnpm',
    "I'm vegan, so please never suggest meat.",
    'My knitting pattern is K2, P2, repeat 14 times.',
    'Als ik als kind ziek was, maakte mijn oma soep voor me.',
  ])('keeps words that say more: %s', (said) => {
    expect(keep(said)).toEqual([said]);
  });

  it.each([
    ['Is that ok with propranolol, which I take for anxiety?', 'propranolol, which I take for anxiety'],
    ['Verträgt sich das mit Ramipril, das ich abends nehme?', 'Ramipril, das ich abends nehme'],
    ["Can I drink if I'm on antibiotics?", "I'm on antibiotics"],
  ])('holds the fact of a clause in a question: %s', (said, kept) => {
    expect(keep(said)).toEqual([kept]);
  });

  it.each([
    ['I see the dentist on Friday at 11, what should I bring?', 'I see the dentist on Friday at 11'],
    ["Tomorrow I'm at the dentist's, what should I bring?", "Tomorrow I'm at the dentist's"],
    ['Morgen bin ich um 11 beim Arzt, was soll ich mitbringen?', 'Morgen bin ich um 11 beim Arzt'],
    ["Demain je vais chez le médecin, qu'est-ce que j'apporte ?", 'Demain je vais chez le médecin'],
    ['Mañana voy al médico a las 11, qué llevo?', 'Mañana voy al médico a las 11'],
    ['Domani vado dal medico, cosa devo portare?', 'Domani vado dal medico'],
    ['Amanhã vou ao médico às 11, o que levo?', 'Amanhã vou ao médico às 11'],
    ['Morgen ga ik naar de dokter, wat neem ik mee?', 'Morgen ga ik naar de dokter'],
  ])('holds the plan before a question: %s', (said, kept) => {
    expect(keep(said)).toEqual([kept]);
  });

  it.each(['I see, how does it work?', 'Tomorrow, what is the weather like?', 'Heute habe ich Hunger, was koche ich?'])(
    'holds no plan where there is none: %s',
    (said) => {
      expect(keep(said)).toEqual([]);
    },
  );

  it('is made of what the speakers do, behind an order', () => {
    expect(keep('write a dockerfile for node, we deploy to fly.io')).toEqual(['we deploy to fly.io']);
    expect(keep('make it shorter, we need it tomorrow')).toEqual([]);
  });

  it('leaves out a clause about the conversation beside it', () => {
    expect(keep('My morning is at four, but I see what you mean.')).toEqual(['My morning is at four.']);
  });

  it('is not made of a train in a condition', () => {
    expect(keep('Can I get there if I take the train?')).toEqual([]);
  });

  it.each([
    ['Lily goes to school in Rome. She is dyslexic, so could you use short sentences?', 'Lily. She is dyslexic'],
    ['need a gift for my gf', 'shes vegan and hates milk', 'my gf. shes vegan and hates milk'],
    ['Lily is nine. Can you explain volcanoes?', 'Good. She is dyslexic.', 'Lily. She is dyslexic.'],
    ['Kannst du meinem Sohn helfen? Er ist Linkshänder.', 'Meinem Sohn. Er ist Linkshänder.'],
    [
      "Soften this: 'Dear Mr. Hill, the parcel was late again.'",
      'He is our biggest customer.',
      'Mr. Hill. He is our biggest customer.',
    ],
    ["Miso's an outdoor cat.", 'He bites strangers.', 'Miso. He bites strangers.'],
  ])('names the person of its pronoun: %s', (...lines) => {
    expect(keep(...lines.slice(0, -1))).toContain(lines.at(-1));
  });
});

describe('what is not the speaker’s own', () => {
  it.each([
    ["We're bringing three cats.", "He's called Gerald and he bites."],
    ['My two sons live in Rome.', 'She is a nurse.'],
    ['Meine Eltern wohnen in Kiel.', 'Er ist Lehrer.'],
    ['Mes parents vivent à Lyon.', 'Elle est infirmière.'],
    ['Mis padres viven en Soria.', 'Él es médico.'],
    ['I miei genitori vivono a Pisa.', 'Lui è medico.'],
    ['Meus pais moram em Braga.', 'Ele é médico.'],
    ['Mijn ouders wonen in Gent.', 'Hij is arts in Gent.'],
    ['Anna is my sister.', 'They said that the flat is free in May.'],
    ['Son papa vit à Lyon.', 'Il ne veut plus dormir sans lumière.'],
    ['He wrote to me: "Dear Mr Adeyemi, you are liable for the damage."', 'He never put it in a scheme.'],
    ['Mein Chef hat mir geschrieben: "Sehr geehrte Frau Demir, wir kündigen Ihnen."', 'Sie ist im Mai umgezogen.'],
    ['On m\'a écrit : "Chère Madame Petit, vous êtes licenciée."', 'Elle est partie en mai.'],
  ])('names no person that its pronoun cannot mean: %s', (before, said) => {
    expect(keep(before, said)).toContain(said);
  });

  it.each([
    ["Please rewrite this email: 'Dear Mr. Hill, I am furious. I will leave the company. Regards, Dana'"],
    ['make this shorter: "I was on call and restarted the pods. My phone died."'],
    ['hazlo más amable: "Tengo que pagar el alquiler. Llevo dos meses esperando."'],
    ['"I have promises to keep and miles to go" which poem is this from'],
    ['pls correct this mail\nRespected Sir, I am suffering from fever since Monday. My uncle is a doctor. Yours, Adi'],
    ['whats wrong?\n    at process.processTicksAndRejections'],
    ['how much tax would i pay on 15k of shares'],
    ['which laptop for solidworks under 70k'],
  ])('makes no memory: %s', (said) => {
    expect(keep(said)).toEqual([]);
  });

  it('stays out beside what the speaker says', () => {
    expect(keep('My boss wrote: "I will leave the company in May." I live in Hull.')).toEqual(['I live in Hull.']);
    expect(keep('"I live in Hull and like it"')).toEqual(['"I live in Hull and like it"']);
  });

  it('stays out of plays in which the speaker has a role, until they end', () => {
    const said = [
      'I work nights. Pretend you are a pirate and I am your cabin boy.',
      'I have lost my wooden leg.',
      'Ha, I needed that. I quit coffee two weeks ago.',
    ];
    expect(keep(...said)).toEqual(['I work nights.', 'I quit coffee two weeks ago.']);
    expect(keep('haz de camarero y yo soy una marquesa', 'mi castillo no tiene cocinero')).toEqual([]);
    expect(keep('Spiel mal einen Arzt, ich bin die Patientin.', 'Mein Mann ist ein Frosch.')).toEqual([]);
  });

  it.each([
    ["Can you pretend to be a grumpy innkeeper? I'll be a traveler.", 'I have a horse named Thunder.'],
    ["Could you play a shopkeeper? I'm the customer.", 'I have a horse named Thunder.'],
    ['Kannst du einen Wirt spielen? Ich bin der Reisende.', 'Ich habe ein Pferd namens Blitz.'],
    ['Tu peux jouer un aubergiste ? Je suis le voyageur.', "J'ai un cheval nommé Éclair."],
    ['¿Puedes hacer de posadero? Yo soy el viajero.', 'Tengo un caballo que se llama Rayo.'],
    ['Puoi fingere di essere un oste? Io faccio il viandante.', 'Ho un cavallo di nome Lampo.'],
    ['Podes fazer de estalajadeiro? Eu sou o viajante.', 'Tenho um cavalo chamado Raio.'],
    ['Kun je een herbergier spelen? Ik ben de reiziger.', 'Ik heb een paard dat Bliksem heet.'],
  ])('stays out of a play that is asked for in one sentence and joined in the next: %s', (asked, said) => {
    expect(keep(asked, said)).toEqual([]);
  });

  it('is not what a speaker says to an assistant that alone has a role', () => {
    expect(keep('Act as my trainer.', 'I weigh 80 kilos.')).toEqual(['I weigh 80 kilos.']);
    expect(keep("Pretend you are a doctor. I'm allergic to nuts.")).toEqual(["I'm allergic to nuts."]);
    expect(keep("Can you be a bit shorter, I'm in Leeds", 'I weigh 80 kilos.')).toContain('I weigh 80 kilos.');
    expect(keep("Can you be more specific? I'm the owner of a bakery.")).toEqual(["I'm the owner of a bakery."]);
  });
});

describe('a standing wish', () => {
  it('is told by "always" behind its noun, and by "do"', () => {
    expect(readStanding('show steps always').instruction).toBe(true);
    expect(readStanding('Do call me Gladys.').instruction).toBe(true);
    expect(readStanding('her kids always complain').instruction).toBe(false);
  });

  it('has the category of wishes', () => {
    expect(categorize('And please stop giving me numbered lists')).toEqual(['user_preferences']);
  });
});
