import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { idle } from '../deletion/helpers.js';
import { startTestApp, type TestApp } from '../helpers/app.js';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
}, 60_000);
afterAll(() => app.close());

/** Adds each text in a request of its own and returns what is stored, in the order of the texts. */
async function store(userId: string, texts: readonly string[]): Promise<string[]> {
  const client = app.as(app.admin.apiKey);
  for (const [index, content] of texts.entries())
    await client.rest('POST', '/v3/memories/add/', {
      messages: [{ role: 'user', content }],
      user_id: userId,
      timestamp: new Date(Date.UTC(2026, 1, 2) + index * 60_000).toISOString(),
    });
  await idle(app.app.services);
  return list({ user_id: userId });
}

async function list(filters: Record<string, string>): Promise<string[]> {
  type Page = { results: { memory: string; created_at: string }[] };
  const client = app.as(app.admin.apiKey);
  const { body } = await client.rest<Page>('POST', '/v3/memories/?page_size=200', { filters });
  return body.results.toSorted((a, b) => a.created_at.localeCompare(b.created_at)).map(({ memory }) => memory);
}

describe('an extraction without a language model', { timeout: 60_000 }, () => {
  it('keeps a date, a title and a number in the sentence around them', async () => {
    const whole = [
      'Emil kommt am 3. Juni in die Kita.',
      'Oma wird am 14. Mai achtzig.',
      'Lisa heiratet am Sa., 20. Juni um 14 Uhr.',
      'Frau Dr. med. Weber ist meine Ärztin.',
      'Wir sind im 3. Stock eingezogen, Hausnr. 12.',
      'El Sr. Gómez es mi casero.',
      'Falei com o Sr. Pereira ontem.',
      'Il Dott. Conti mi ha prescritto una cura.',
      'Mijn huisarts is dr. Jansen uit Gent.',
      "J'habite au 3e étage, bd. Voltaire.",
    ];
    expect(await store('whole', whole)).toEqual(whole);
  });

  it('still ends a sentence after a number, a title or an abbreviation', async () => {
    const stored = await store('ends', ['I am 12. April is my sister.', 'I saw the dr. My pills are new.']);
    expect(stored.toSorted()).toEqual(
      ['I am 12.', 'April is my sister.', 'I saw the dr.', 'My pills are new.'].toSorted(),
    );
  });

  it('ends a sentence before a small letter, as people type in seven languages', async () => {
    const parts = [
      ['lol exactly.', 'my flat has no lift'],
      ['wir sind zu viert.', 'mein bruder spielt geige.', 'und samstags hab ich training'],
      ['on part de nantes.', 'moi je suis allergique aux chats'],
      ['ya compré los billetes.', 'viajamos con mi tía rosa'],
      ['la cucina è piccola.', 'di solito ceno alle nove.', 'bevo solo tè'],
      ['moro num sítio perto de minas.', 'o cachorro late muito'],
      ['ik werk in de zorg.', 'onze kat heet pluis'],
      ['Passed my theory test on 3 June.', 'what should i bring to the next one?'],
      ['no.', 'our daughter hates peas'],
      ['The kiln is in Leeds.', 'nobody fires it but Ottilie'],
      ['Wir wohnen bei Leipzig.', 'unser Garten ist klein.'],
    ];
    const unsaid = ['lol exactly.', 'what should i bring to the next one?', 'no.'];
    const stored = await store(
      'small',
      parts.map((texts) => texts.join(' ')),
    );
    expect(stored.toSorted()).toEqual(
      parts
        .flat()
        .filter((text) => !unsaid.includes(text))
        .toSorted(),
    );
  });

  it('ends none at an abbreviation, a day, a number or an ellipsis in such a text', async () => {
    const whole = [
      'we need eggs, milk etc. from the farm shop',
      'der kurs geht ca. bis märz und kostet max. zwanzig euro',
      'oma wird am 14. mai achtzig',
      'mein sohn hat z.b. angst vor hunden',
      'i was thinking about it... maybe a smaller flat',
      'mi médico es el dr. pérez',
      'our version is 2.5. something',
      'Die Kosten betragen einschl. der Steuer 40 Euro.',
      'We have approx. five hens, ducks etc. in the yard.',
    ];
    expect(await store('small-whole', whole)).toEqual(whole);
  });

  it('keeps what a person is like in Dutch, of a name without a capital letter, and at which age', async () => {
    const people = [
      'Daan is allergisch voor noten.',
      'Emma is zwanger.',
      'Oma is in het ziekenhuis.',
      'sanne is veganist',
      'tom is allergic to shellfish',
      'maya is vegetarian now',
      'aunt sue is diabetic',
      'lucy is six years old',
      'Theo is four.',
      'Otis is shy.',
    ];
    expect(await store('people', people)).toEqual(people);
  });

  it('still leaves out what things are like', async () => {
    const things = [
      'Water is nat.',
      'tofu is vegan',
      'Tofu is rich in protein.',
      'rice is cheap',
      'The van is white.',
      'everyone is allergic to something',
      'Seven is a prime.',
      'chess is a game of two players',
    ];
    expect(await store('things', things)).toEqual([]);
  });

  it('puts the person before a sentence with a pronoun, in seven languages', async () => {
    const said: readonly (readonly [string, string, string])[] = [
      ['My mum was diagnosed with type 2 diabetes.', 'She likes baking a lot.', 'My mum'],
      ['Emma is always late.', 'She lives two streets away.', 'Emma'],
      ['My brother Felix moved in with us.', 'He is a vegetarian.', 'My brother Felix'],
      ['my sister anna lives in oslo.', "she's a nurse.", 'my sister anna'],
      ['I have a brother called Tom.', 'He lives in Leeds.', 'A brother called Tom'],
      ["My friend's dog is ill.", 'He needs pills.', "My friend's dog"],
      ['Meine Nachbarin Hilde hat einen Garten.', 'Sie hat auch zwei Hühner.', 'Meine Nachbarin Hilde'],
      ['Der Hund meiner Tante heißt Bello.', 'Er ist 3 Jahre alt.', 'Der Hund meiner Tante, Bello'],
      ['Vivo con mi novia Lucía.', 'Ella tiene miedo a los petardos.', 'Mi novia Lucía'],
      ['Mon fils est allergique aux œufs.', 'Il adore les gâteaux.', 'Mon fils'],
      ['Mia moglie Giulia è celiaca.', 'Lei non ama il pesce.', 'Mia moglie Giulia'],
      ['Moro com a minha avó.', 'Ela gosta muito de doces.', 'A minha avó'],
      ['Mijn zus woont in Zwolle.', 'Zij is bang voor vuurwerk.', 'Mijn zus'],
    ];
    const stored = await store(
      'named',
      said.map(([naming, sentence]) => `${naming} ${sentence}`),
    );
    expect(stored.toSorted()).toEqual(
      said.flatMap(([naming, sentence, person]) => [naming, `${person}. ${sentence}`]).toSorted(),
    );
  });

  it('names another person only if the pronoun can mean them, and both if it can mean either', async () => {
    const said = [
      'My sister Anna lives in Oslo. Her husband Tom works at Shell. She is a nurse. He loves golf.',
      'My aunt visited my niece. She is vegan now.',
    ];
    expect((await store('several', said)).toSorted()).toEqual(
      [
        'My sister Anna lives in Oslo.',
        'My sister Anna. Her husband Tom works at Shell.',
        'My sister Anna. She is a nurse.',
        'My sister Anna. Her husband Tom. He loves golf.',
        'My aunt visited my niece.',
        'My aunt, my niece. She is vegan now.',
      ].toSorted(),
    );
  });

  it('names the person after a question and past what the speaker says of themselves, and nobody who is to stay out', async () => {
    const said = [
      'My therapist says I should journal. I am no big writer. She is very patient.',
      "Should I bring my dog? He's 12.",
      'I like tea. My sister is ill. She takes pills, do not store that.',
    ];
    expect((await store('apart', said)).toSorted()).toEqual(
      [
        'My therapist says I should journal.',
        'My therapist. She is very patient.',
        'I am no big writer.',
        "My dog. He's 12.",
        'my dog',
        'I like tea.',
      ].toSorted(),
    );
  });

  it('keeps a home and a job of one sentence apart, in seven languages, and a change whole', async () => {
    const split: readonly (readonly [string, readonly string[]])[] = [
      ['I live in Berlin and work at Bosch.', ['I live in Berlin.', 'I work at Bosch.']],
      [
        'My uncle Jim lives in Hull and drives a Volvo.',
        ['My uncle Jim lives in Hull.', 'My uncle Jim drives a Volvo.'],
      ],
      ['Ich wohne in Jena und arbeite bei Zeiss.', ['Ich wohne in Jena.', 'Ich arbeite bei Zeiss.']],
      ["J'habite à Lyon et je travaille chez Renault.", ["J'habite à Lyon.", 'Je travaille chez Renault.']],
      ['Vivo en Madrid y trabajo en Iberia.', ['Vivo en Madrid.', 'Trabajo en Iberia.']],
      ['Abito a Torino e lavoro alla Fiat.', ['Abito a Torino.', 'Lavoro alla Fiat.']],
      ['Moro em Braga e trabalho na Galp.', ['Moro em Braga.', 'Trabalho na Galp.']],
      ['Ik woon in Assen en werk bij Philips.', ['Ik woon in Assen.', 'Ik werk bij Philips.']],
    ];
    const whole = [
      'I sold the Skoda and drive a Kia now.',
      'I retrained and drive a tram now.',
      'I lived in Rome and worked at a bar until 2019.',
      'I like fish and chips.',
      'I work at Bosch and Siemens.',
    ];
    const stored = await store('split', [...split.map(([text]) => text), ...whole]);
    expect(stored.toSorted()).toEqual([...split.flatMap(([, facts]) => facts), ...whole].toSorted());
  });

  it('keeps clauses about different subjects apart, in seven languages', async () => {
    const split = [
      ['The budget is 14k', 'my husband Rory wants an island'],
      ['My wife Ada can have nuts', 'I drive a Golf'],
      ['Die Kaution beträgt 900 Euro', 'meine Schwester Jule wohnt in Kiel'],
      ['Le loyer est de 780 euros', 'ma sœur Maud habite à Nantes'],
      ['Mi coche es un Seat viejo', 'mi hermano trabaja en Correos'],
      ['La riunione è martedì', 'il mio capo si chiama Sandro'],
      ['Meu carro é um Gol prata', 'meu irmão trabalha no porto'],
      ['De huur is 850 euro', 'mijn zus Fenna woont in Zwolle'],
      ['The exam is on 3 March', 'my father only knows Polish', 'our oven is broken'],
    ];
    const upper = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
    const stored = await store(
      'clauses',
      split.map((clauses) => `${clauses.join(', ')}.`),
    );
    expect(stored.toSorted()).toEqual(split.flat().map(upper).toSorted());
    const joined = [' and ', ' but ', '; ', ' - ', ', and '].map(
      (end, at) => `Tom ${at} lives in Hull${end}my son is ${at}`,
    );
    expect(await store('joins', joined)).toHaveLength(2 * joined.length);
  });

  it('keeps a clause with what it needs: reasons, conditions, lists and words for what was named', async () => {
    const whole = [
      "I can't eat shellfish because my throat swells up.",
      'My neighbour, who is retired, waters the plants.',
      'My cousin Theo, a nurse, lives in Hull and works nights.',
      'I like my coffee black, my tea with milk.',
      "My favourite colours are teal and my mum's old yellow.",
      'I think my manager is leaving and my team is nervous.',
      'My brother lives near and my mum lives with him.',
      'We bought a house, the garden is huge.',
      'Claire left, my boss is Tom now.',
      'Ich habe einen Bruder, der Koch ist, und eine Schwester.',
      'Quand il pleut, ma voisine me dépose.',
      'Creo que mi jefe se va y mi equipo está nervioso.',
      'I miei gemelli Leo e Zoe hanno nove anni.',
      'Não tomo leite porque sou intolerante.',
      'Ik denk dat mijn baas weggaat en mijn team is bang.',
    ];
    expect(await store('unsplit', whole)).toEqual(whole);
  });

  it('reads English as typed in chats: times, reasons, requests and questions', async () => {
    const dated = [
      ['meeting w/ ingrid is tmrw at 4', '2026-02-03'],
      ['im gonna start at corvus labs next wk', '2026-02-09'],
      ['i wanna move to lisbon next yr', '2027-01-01'],
      ['i quit bc the commute was long and my boss shouts a lot', null],
      ['ive got 2 kids, mia n tom', null],
      ['the gate code is kept under the blue pot', null],
      ['the spare keys are behind the bins', null],
    ] as const;
    const dropped = ['idk', 'can u explain this', 'r u sure about that', 'whats my name'];
    expect(await store('chat', [...dated.map(([text]) => text), ...dropped])).toEqual(dated.map(([text]) => text));
    for (const [text, day] of dated)
      if (day !== null) expect(await list({ user_id: 'chat', event_date: day })).toEqual([text]);
  });

  it('reads "ma" as "my" in French and as "but" in Italian, beside a secret', async () => {
    const said = [
      'Mon code PIN est 4921, ma soeur habite à Lyon.',
      'Mon PIN est 4921, ma soeur, ma mère et moi vivons à Nice.',
      'Il mio PIN è 4921, ma mia sorella vive a Milano.',
    ];
    const kept = ['ma soeur habite à Lyon.', 'ma soeur, ma mère et moi vivons à Nice.', 'mia sorella vive a Milano.'];
    expect(await store('ma', said)).toEqual(kept);
  });

  it('keeps two words of the speaker that say what lasts, and no judgement of an answer', async () => {
    const lasting = [
      'I quit.',
      'I smoke.',
      'Pedi demissão.',
      'Hablo euskera.',
      'Colleziono francobolli.',
      'Ich stricke.',
    ];
    const talk = ['I agree.', 'I see.', 'Odio tutto.', 'Deixa eu reformular.', 'Déjame explicarlo de otra forma.'];
    expect(await store('lasting', [...lasting, ...talk])).toEqual(lasting);
  });

  it('keeps each line of a form about the speaker, and no line of a file', async () => {
    const forms = [
      'Name: Anna\nAge: 34\nDiet: vegan',
      'Alter: 34\nWohnort: Kiel',
      'Edad: 34',
      'Prénom : Zoé',
      'No kids.',
    ];
    const memories = await store('forms', [...forms, 'Age: ?', 'name: build']);
    expect(memories.toSorted()).toEqual(forms.flatMap((form) => form.split('\n')).toSorted());
  });

  it('leaves out what somebody else wrote, behind a colon in quotation marks or below a request', async () => {
    const pasted = [
      'My landlord wrote: "Dear tenant, I am raising the rent to 1400 from May. I am away until the 10th." I live in Hull.',
      'Could you summarise the text below?\n\nThe mill was founded in 1921 by two brothers. I was told that it burned down.',
      "This is the error: TypeError: cannot read properties of undefined (reading 'map').",
    ];
    expect(await store('pasted', pasted)).toEqual(['I live in Hull.']);
  });
});
