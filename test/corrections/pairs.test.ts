import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.js';

// Pairs of statements of one user: the later one replaces the earlier one, or both are true.

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ embedder: 'local' });
});
afterAll(() => app.close());

interface Link {
  readonly newerMemory: { readonly text: string };
  readonly olderMemory: { readonly text: string };
}

/** Stores statements of one user, a month apart. @returns the links of the last one */
async function addInTurn(userId: string, texts: readonly string[]): Promise<Link[]> {
  const client = app.as(app.admin.apiKey);
  let id = '';
  for (const [index, content] of texts.entries()) {
    const { body } = await client.rest<{ results: { id: string }[] }>('POST', '/v3/memories/add/', {
      messages: [{ role: 'user', content }],
      user_id: userId,
      infer: false,
      timestamp: new Date(Date.UTC(2026, index, 5)).toISOString(),
    });
    id = body.results[0]?.id ?? '';
  }
  const query = 'query ($id: ID!) { memory(id: $id) { links { newerMemory { text } olderMemory { text } } } }';
  const { body } = await client.rest<{ data: { memory: { links: Link[] } } }>('POST', '/graphql', {
    query,
    variables: { id },
  });
  return body.data.memory.links;
}

describe('a later statement that replaces an earlier one', () => {
  it.each([
    ['Ich wohne in Hamburg.', 'Gestern bin ich nach Berlin gezogen.'],
    ['I live in Hull.', "Since yesterday I've been living in Sheffield."],
    ['The rent is 900 pounds.', 'The new rent is 980 pounds.'],
    ['We have one cat.', 'A second cat came to live with us in May.'],
    ['The team meeting is on Friday.', "Friday's team meeting moved to Thursday."],
    ['My wife is Carla.', 'Carla and I got divorced in the spring.'],
    ['Vivo en Burgos.', 'La semana pasada me mudé a León.'],
    ["J'habite à Metz.", "Hier, j'ai emménagé à Strasbourg."],
    ['Il corso è di lunedì.', 'Il corso si tiene ora di giovedì.'],
    ['Moro em Viseu.', 'Na semana passada mudei-me para Leiria.'],
    ['Mijn hond heet Bor.', 'Bor is vorige maand overleden.'],
    ['Nadia lives in Hull.', 'Nadia moved to York last week.'],
    ['The user drives a Polo.', 'The user sold the Polo and drives an old Saab.'],
    ['Judo is on Thursdays.', 'Judo has moved to Fridays.'],
    ["User's rent is 640 euros.", "User's rent went up to 690 euros."],
    ['Maja wohnt in Kassel.', 'Maja ist nach Gera gezogen.'],
    ['O utilizador mora em Faro.', 'O utilizador mudou-se para Beja.'],
    ['Der Nutzer arbeitet bei Miele.', 'Der Nutzer arbeitet jetzt bei Krones.'],
    ['abito a parma', 'mi sono trasferito a modena'],
    ["j'habite à metz", "je viens d'emménager à strasbourg"],
    ['mijn huisarts is dokter visser', 'dokter visser is met pensioen, ik ga nu naar dokter kok'],
    ['mi coche es un leon', 'vendí el leon y ahora tengo un yaris'],
    ['standup is at 9:15', 'standup moved to 10:45'],
    ['trabalho na galp', 'saí da galp, agora estou na edp'],
    ["j'habite à metz", 'je viens de déménager dans un studio à nancy'],
    ['mia arbeitet bei bosch', 'mia arbeitet jetzt bei siemens'],
    ['lunch with eva on tuesday', 'lunch with eva moved to wednesday'],
    ['Rent is 900 a month.', 'The rent just went up to 1,050.'],
    ['Sam is my flatmate.', 'Sam moved out, Priya took his room.'],
    ['Karen is my boss.', 'Karen retired in May.'],
    ["I'm married to Mark.", 'Mark left me in June.'],
    ['I live with Ana.', 'Ana left some weeks ago.'],
    ['The deploy target is Heroku.', "We've migrated the deploy to Fly.io."],
    ['Lavoro da Esselunga.', 'Mi sono licenziato, adesso lavoro da Ikea.'],
    ['La mia ragazza si chiama Giulia.', 'Io e Giulia ci siamo lasciati, ora sto con Marta.'],
    ['I work for Siemens.', 'I quit.'],
    ["I'm a teller at Barclays.", 'I got fired yesterday.'],
    ['Trabalho no Itaú.', 'Pedi demissão.'],
    ['I have one brother.', 'My second brother was born last night.'],
    ['Ik heb één broer.', 'Mijn tweede broer is gisteren geboren.'],
    ["I'm reading Middlemarch.", 'Finished Middlemarch, started on Dune.'],
    ['Je lis Germinal en ce moment.', "J'ai fini Germinal, j'ai commencé Dune."],
    ['Studio a Pisa.', "Mi sono trasferita all'università di Bologna."],
    ['Ich studiere in Jena.', 'Ich bin an die Uni Leipzig gewechselt.'],
    ['My sister Anna. She is a nurse.', 'Anna quit nursing, she is a florist now.'],
    ['My sister Anna. She lives in Oslo.', 'My sister Anna. She lives in Bergen now.'],
    ['Mia sorella Giulia vive a Torino.', 'Giulia si è trasferita a Genova.'],
    ['Tengo dos gatos', 'Ahora tengo tres gatos'],
    ['Tengo dos gatos.', 'adopté un tercer gato'],
    ['i have 2 cats', 'we got a third cat yesterday'],
    ['We have two hens.', 'We have five hens.'],
    ['Wir haben zwei Katzen.', 'Wir haben eine dritte Katze bekommen.'],
    ["J'ai deux chats.", "J'ai adopté un troisième chat."],
    ['Ho due gatti.', 'Ho adottato un terzo gatto.'],
    ['Tenho dois gatos.', 'Agora tenho três gatos.'],
    ['Ik heb twee katten.', 'Ik heb een derde kat geadopteerd.'],
    ['Ich jogge.', 'Ich habe mit dem Joggen aufgehört.'],
    ['Je fume.', "J'ai arrêté de fumer."],
    ['Studio medicina.', 'Ho smesso di studiare medicina.'],
    ['Sono vegana.', 'Non sono più vegana.'],
    ["I'm unemployed.", 'I found a job at a bakery.'],
    ['Ich bin arbeitslos.', 'Ich habe eine Stelle als Fahrer gefunden.'],
    ['Ik ben werkloos.', 'Ik heb werk gevonden bij een hotel.'],
    ['The app is called Otter.', 'We renamed it to Badger.'],
    ['Der Verein heißt Sonne.', 'Der Verein wurde in Mond umbenannt.'],
    ['Soy soltera.', 'Me he casado con Raúl.'],
    ['I have a Yamaha guitar.', 'I sold my old guitar and got a better one.'],
    ['The car is a Fiat.', 'I sold the car and bought a newer one.'],
    ['User works at Bosch.', 'The user started at Siemens and called Tom.'],
    ['My son gets 5 pounds pocket money.', "I put my son's pocket money up to 7 pounds."],
    ['O meu filho recebe 10 euros de mesada.', 'A mesada do meu filho subiu para 15 euros.'],
    ['Ich stehe um halb sieben auf.', 'Ich stehe jetzt erst um acht auf.'],
    ["I'm scared of spiders.", "I'm no longer scared of spiders."],
    ['I drink wine.', 'I stopped drinking alcohol.'],
    ['Gioco a calcetto il martedì.', "Il calcetto l'abbiamo spostato al giovedì."],
    ['Me acuesto a las once.', 'Ahora me acuesto a las doce.'],
    ['A minha médica é a doutora Lopes.', 'O meu novo médico é o doutor Pinto.'],
  ])('is linked: %s %s', async (earlier, later) => {
    expect(await addInTurn(later, [earlier, later])).toEqual([
      { newerMemory: { text: later }, olderMemory: { text: earlier } },
    ]);
  });
});

describe('a later statement that is true as well', () => {
  it.each([
    ['a second pet', 'My dog is called Bruno.', 'We got another dog and named him Rex.'],
    ['another friend', 'My best friend is Oliver.', 'I made a new friend at the climbing hall, her name is Yasmin.'],
    ['one more hobby', 'I play the clarinet.', "I've started singing in a choir as well."],
    ['a visit', 'I live in Leeds.', 'I flew to Lisbon for a long weekend.'],
    ['the job of a sister', 'Ich arbeite bei der Stadt.', 'Meine Schwester arbeitet jetzt bei der Bahn.'],
    ['news of a named person', "I'm married to Tomas.", 'Tomas started a new job at the port.'],
    ['the appointment of another person', 'My exam is in June.', "We moved Nora's exam to July."],
    ['the price of another thing', 'My bus pass is 60 euros.', 'The parking permit went up to 95 euros.'],
    ['one more language', 'Hablo francés.', 'Ahora también estudio italiano.'],
    [
      'a habit of a person with a home',
      'Clarence Boone is 45 and lives in Corner Brook.',
      'Clarence Boone has cut out pop.',
    ],
    ['the house of a named person', 'Clarence Boone has two children.', "Clarence Boone's house is a bungalow."],
    ['a place', 'Porto is my favourite city.', 'Porto is expensive now.'],
    ['another fact about the user', 'The user lives in Leeds.', 'The user now plays the oboe.'],
    ['one more instrument of a person', 'Nadia plays chess.', 'Nadia plays the violin now.'],
    ['the pet of a person', 'Nadia is a nurse.', 'Nadia now has a cat.'],
    ['another fact about the user, in Portuguese', 'O utilizador mora em Faro.', 'O utilizador toca agora piano.'],
    ['another fact about a person, in German', 'Jonas wohnt in Kassel.', 'Jonas lernt jetzt Geige.'],
    ['the home of a brother, as typed', "j'habite à metz", 'mon frère habite à strasbourg'],
    ['another time, as typed', 'standup is at 9:15', 'lunch is at 12:30'],
    ['a school of before, as typed', 'ik woon in delft', 'ik ging naar school in gouda'],
    ['one more pet', 'Il mio cane si chiama Briciola.', 'Abbiamo preso anche un gatto, Nerone.'],
    ['the move of a daughter', "J'habite à Paris.", 'Je viens de déménager ma fille à Lille.'],
    ['the move of furniture', "J'habite à Paris.", 'Je viens de déménager les meubles de ma soeur.'],
    ['the move of an office', "J'habite à Paris.", "Je viens de déménager mon bureau à l'étage."],
    ['the job of another person, as typed', 'anna works at bosch', 'ben now works at siemens'],
    ['the job of another person', 'Anna works at Bosch.', 'Ben now works at Siemens.'],
    ['the home of another person, as typed', 'tom lives in leeds', 'lisa moved to york'],
    ['the job of another person, as typed in German', 'mia arbeitet bei bosch', 'tom arbeitet jetzt bei siemens'],
    ['the home of another parent, as typed', 'mamá vive en lugo', 'papá se ha mudado a vigo'],
    ['another class, as typed', 'gym is on tuesdays', 'yoga moved to thursdays'],
    ['another meal with a person, as typed', 'lunch with eva on tuesday', 'dinner with eva moved to wednesday'],
    ['another court, as typed', 'tennis court is booked for 5', 'squash court is now booked for 6'],
    ['another price, as typed', 'die miete kostet 900 euro', 'der strom kostet jetzt 120 euro'],
    ['what replaces another thing', 'ma voiture est une clio', "j'ai acheté un vélo à la place du scooter"],
    ['what a flatmate sold', 'Sam is my flatmate.', 'Sam sold the bike.'],
    ['what a flatmate left', 'Sam is my flatmate.', 'Sam moved out of the chat group.'],
    ['what a brother no longer is', 'Sam is my brother.', 'Sam is no longer vegetarian.'],
    ['the job of a brother', 'Sam is my brother.', 'Sam retired.'],
    ['a boss who is well again', 'Tom ist mein Chef.', 'Tom ist nicht mehr krank.'],
    ['a boss on holiday', 'Ana es mi jefa.', 'Ana se fue de vacaciones.'],
    ['a boss on sick leave', 'Léa est ma chef.', "Léa n'est plus malade."],
    ['what a boss retired', 'Karen is my boss.', 'Karen retired the old server.'],
    ['friends beside a partner', 'La mia ragazza è Giulia.', 'Adesso sto con gli amici al mare.'],
    ['when a manager went home', 'Karen is my boss.', 'Karen left at five.'],
    ['where a manager is', 'Karen is my boss.', "Karen's gone to lunch."],
    ['where the keys are', 'My flatmate is Sam.', 'Sam left the keys on the table.'],
    ['what a manager left on the desk', 'Karen is my boss.', 'Karen left me a note about the budget.'],
    ['the boss of another person', 'O chefe é simpático.', 'Falei com o chefe da Ana, que agora tem férias.'],
    ['the end of a habit', 'I work at Bosch.', 'I quit smoking.'],
    ['the end of a volunteer job', 'I work at Bosch.', 'I quit my volunteer job at the shelter.'],
    ['the job of a brother that ended', 'I work at Bosch.', 'My brother quit.'],
    ['a brother who is known', 'I have one brother.', 'My brother was born in 1990.'],
    ['a book that a sister finished', "I'm reading Dune.", 'My sister finished Dune.'],
    ['another thing that is finished', 'Je lis Germinal.', "J'ai fini la vaisselle."],
    ['an instrument beside a university', 'Studio il violino.', "Mi sono trasferita all'università di Padova."],
    ['a job of the same person', 'My sister Anna. She is a nurse.', 'Anna moved to Bergen last month.'],
    ['what else a person has', 'My sister Anna. She is a nurse.', 'My sister Anna. She has two kids.'],
    ['a home of the same person', 'My brother Tom. He lives in Rome.', 'Tom sold his motorbike and drives a car now.'],
    ['a pet of the same person', 'My flatmate Kim. She has a cat.', 'My flatmate Kim. She stopped smoking.'],
    ['what another person has', 'I have two cats.', 'My sister adopted a third cat.'],
    ['what a friend has', 'i have two cats', 'priya adopted a third cat'],
    ['what passes', 'I have two exams this week.', 'I have three exams next week.'],
    ['a number of something else', 'Ich habe zwei Brüder.', 'Ich habe drei Schwestern.'],
    ['one of them', 'Tengo dos hermanos.', 'Tengo un hermano en Cádiz.'],
    ['another thing that a car needs', 'The car needs petrol.', 'The car needs a change of tyres.'],
    ['another thing that a wife needs', 'My wife needs new shoes.', 'My wife needs a new passport.'],
    ['the same words about others', 'My cat chases the dog.', 'The dog chases my cat.'],
    ['what another person owes', 'Paul owes Lisa money.', 'Lisa owes Paul money.'],
    ['what another person stopped', 'I play chess.', 'Tom stopped playing chess.'],
    ['what was not done on one day', 'I drink coffee.', "I didn't drink coffee today."],
    ['what was not done on one day, in German', 'Ich trinke Kaffee.', 'Heute habe ich keinen Kaffee getrunken.'],
    ['what is used up', 'I like coffee.', 'There is no coffee left.'],
    ['what is used up, in Spanish', 'Me gusta el café.', 'Ya no queda café en casa.'],
    ['what a dog stopped', 'Mein Hund heißt Bello.', 'Bello hat aufgehört zu bellen.'],
    ['a part of a car', 'My car is a Fiat.', 'I changed the oil in my car.'],
    ['a case for a phone', 'My phone is a Pixel.', 'I got a new case for my phone.'],
    ['the boss of a boss', 'My boss is Kim.', "Kim's boss quit."],
    ['the name of something else', 'My cat is called Pepper.', "We renamed the app, it's called Meadow now."],
    ['a move of what one grows', 'I grow tulips', 'We moved the tulips to the balcony'],
    ['the hand of a player', 'I play the guitar.', 'I play the guitar left-handed.'],
    ['the hand of a daughter, as typed', 'my daughter plays tennis', 'my daughter is left handed'],
    ['the foot of a player', 'My son plays football.', 'My son is left-footed.'],
    ['a hand', 'I play tennis with my brother.', 'I play tennis with my left hand.'],
    ['the side of a road', 'I drive a Volvo.', 'I drive a Volvo on the left.'],
    ['the hand of a player, in German', 'Ich spiele Gitarre.', 'Ich spiele Gitarre mit links, ich bin Linkshänder.'],
    ['the hand of a player, in French', 'Je joue de la guitare.', 'Je joue de la guitare de la main gauche.'],
    ['the hand of a player, in Spanish', 'Toco la guitarra.', 'Toco la guitarra con la izquierda, soy zurdo.'],
    ['the hand of a player, in Italian', 'Suono la chitarra.', 'Suono la chitarra con la sinistra, sono mancino.'],
    ['the hand of a player, in Portuguese', 'Toco guitarra.', 'Toco guitarra com a esquerda, sou canhoto.'],
    ['a job that leads nowhere', 'I work at Bosch.', 'I have a dead-end job.'],
    ['an instrument beside a better one', 'I play the guitar.', 'I sold my old guitar and bought a better one.'],
    ['an instrument, in German', 'Ich spiele Flöte.', 'Ich habe meine alte Flöte verkauft und eine bessere gekauft.'],
    ['a job of another person', 'User works at Bosch.', 'Tom started at Siemens and called the user.'],
    ['a job of another person, told by the speaker', 'I work at Bosch.', 'Tom started at Siemens and called me.'],
    ['the home of another person by name', 'The user lives in Leeds.', 'Tom moved to York.'],
    ['another fear', "I'm scared of dogs.", "I'm no longer scared of thunder."],
    ['another fear, in German', 'Ich habe Angst vor Hunden.', 'Ich habe keine Angst mehr vor Gewitter.'],
    ['when it is done', 'Ik eet brood.', 'Ik eet elke dag brood.'],
    ['the state of a thing', 'We have a hot tub.', 'The hot tub is out of order until Friday.'],
    ['a thing that needs a repair', 'We have a dishwasher.', 'The dishwasher is broken.'],
    ['the time of one day', 'Ik sta om zes uur op.', 'Gisteren ben ik pas om tien uur opgestaan.'],
    ['numbers of another thing', 'My best time over 10 km is 52 minutes.', 'My best time over 5 km is now 24 minutes.'],
    ['the hand of a player, in Dutch', 'Ik speel gitaar.', 'Ik speel linkshandig gitaar.'],
  ])('is not linked: %s', async (...[, earlier, later]) => {
    expect(await addInTurn(later, [earlier, later])).toEqual([]);
  });
});

describe('a message that is one long word', () => {
  it.each(['a', 'Ä', "a's", 'moved'])('is added beside a fact: %s', async (part) => {
    const word = part.repeat(Math.ceil(20_000 / part.length));
    expect(await addInTurn(`long-${part}`, [word, 'I live in Leeds.', `${word}${part}`])).toEqual([]);
  });
});
