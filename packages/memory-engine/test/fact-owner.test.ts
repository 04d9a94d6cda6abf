import { describe, expect, it } from 'vitest';
import { listFactsOfOthers } from '../src/index.js';

describe('facts of other people', () => {
  it.each([
    ['What should I buy Anna for her birthday?', 'My sister Anna likes whisky', 'I like wine'],
    ['¿Dónde vive Pablo?', 'Mi hermano Pablo vive en Sevilla', 'Vivo en Madrid'],
    ['Dove abita Marco?', 'Mio fratello Marco abita a Roma', 'Abito a Milano'],
    ['where do i live', 'Ada lives in Berlin', 'We use Postgres'],
    ['where do i live', 'Currently lives in Berlin', 'I like tea'],
    ['when is my appointment', "Doctor's appointment is on 4 June", 'I moved to York'],
    ['what is my license plate', "Car's license plate is B-AB 123", 'I drive a VW'],
    ['Do I know somebody in Oslo?', 'Lars lives in Oslo', 'I was in Oslo in May'],
    ['kenne ich jemanden in Oslo', 'Lars wohnt in Oslo', 'Ich war in Oslo'],
    ['Which birthdays do I need to remember?', "Maya's birthday is 3 May", 'My birthday is 1 June'],
    ['What allergies do I need to consider for the party?', 'Lena is allergic to nuts', 'I am hosting a party'],
    ['what are my plans for may', 'my sister gets married in May', 'I fly to Oslo in May'],
    ['what am i allergic to', 'Patient is allergic to penicillin', 'I have asthma'],
    ['Which engineers work in the US office?', 'Priya works in Austin', 'The US office has 5 rooms'],
    ['Where does my sister live?', 'I drove Anna to her new flat in Oslo', 'My sister is called Anna'],
    ['Where does my brother live?', 'Diego in Rome since 2020', 'My brother likes tea'],
    ['plan a dinner with my wife', 'i am allergic to milk', 'my wife is allergic to nuts'],
  ])('stay where they may be the answer: %s %s', (query, fact, beside) => {
    expect([...listFactsOfOthers([query], [fact, beside])]).toEqual([]);
  });

  it.each([
    ['where do i live', 'my sister lives in oslo', 'i live in hamburg'],
    ['what car do i drive', 'my wife drives a golf', 'User drives a Tesla'],
    ['wo arbeitet meine frau', 'ich arbeite bei bosch', 'meine frau arbeitet bei siemens'],
    ['dónde vivo', 'mi hermana vive en madrid', 'vivo en sevilla'],
    ['où est-ce que j’habite', 'ma sœur habite à paris', 'j’habite à lyon'],
    ['che lavoro faccio', 'mio padre fa il lavoro di notte', 'faccio il lavoro di cuoco'],
    ['waar woon ik', 'mijn broer woont in gent', 'ik woon in delft'],
  ])('are left out beside the same about the right person: %s', (query, fact, right) => {
    expect([...listFactsOfOthers([query], [fact, right])]).toEqual([fact]);
  });
});
