import { describe, expect, it } from 'vitest';
import { extractFacts } from '../src/extraction/extract.js';

const read = (content: string) => extractFacts([{ role: 'user', content }]).map(({ text }) => text);

describe('a question in small letters', () => {
  it.each([
    ['anna is allergic to nuts, can she eat this?', 'anna is allergic to nuts'],
    ['is it ok if my dad who takes warfarin eats grapefruit?', 'my dad who takes warfarin'],
    ['can my son who is lactose intolerant drink kefir?', 'my son who is lactose intolerant'],
    ['how do i help my friend sara who lost her job?', 'my friend sara who lost her job'],
    ['tom broke his leg, what can i bring him?', 'tom broke his leg'],
    ['leo has celiac disease, which bread can he eat?', 'leo has celiac disease'],
    ['grandma cant eat salt, can she have soy sauce?', 'grandma cant eat salt'],
    ['paul doesnt drink, what do i bring to his party?', 'paul doesnt drink'],
    ['anna hat eine nussallergie, darf sie das essen?', 'anna hat eine nussallergie'],
    ['darf mein vater, der blutverdünner nimmt, grapefruit essen?', 'mein vater, der blutverdünner nimmt'],
    ['tom est végétarien, il peut manger ça ?', 'tom est végétarien'],
    ['ana es celíaca, puede comer esto?', 'ana es celíaca'],
    ['mi madre que es diabética puede comer uvas?', 'mi madre que es diabética'],
    ['marco è allergico alle noci, può mangiarlo?', 'marco è allergico alle noci'],
    ['pedro tem asma, ele pode correr?', 'pedro tem asma'],
    ['sanne is zwanger, mag ze sushi?', 'sanne is zwanger'],
  ])('leaves what it tells of a person: %s', (question, fact) => {
    expect(read(question)).toEqual([fact]);
  });

  it.each([
    'is it ok if someone who takes warfarin eats grapefruit?',
    'python is slow, can it be faster?',
    'hope is lost, what can she do?',
    'nobody is there, did he leave?',
    'dinner is ready, is she coming?',
    'if anna is late, can she still come in?',
    'it rains, can he come?',
    'tests failed, can he fix them?',
  ])('leaves nothing if it tells of nobody: %s', (question) => {
    expect(read(question)).toEqual([]);
  });
});
