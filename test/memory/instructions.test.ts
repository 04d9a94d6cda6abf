import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.js';

// Standing instructions and preferences of the user, which each API shows beside the results of a search.

let app: TestApp;
const client = () => app.as(app.admin.apiKey);
const standing = 'Always answer in French.';
const preference = 'I prefer window seats on trains.';
const trip = 'My train to Lisbon leaves on Friday.';

beforeAll(async () => {
  app = await startTestApp({ embedder: 'local' });
  const texts = [standing, preference, trip, 'I love sushi.', 'My sister is called Noor.'];
  await client().rest('POST', '/v3/memories/add/', {
    messages: texts.map((content) => ({ role: 'user', content })),
    user_id: 'ada',
    infer: false,
  });
});
afterAll(() => app.close());

interface Told {
  readonly id: string;
  readonly memory: string;
}

describe('the instructions beside the results of a search', () => {
  it('are the same in GraphQL, both REST APIs and MCP', async () => {
    const document = `query ($query: String!) {
      searchMemories(query: $query, topK: 1, filter: { userId: { eq: "ada" } }) { results { memory { text } } instructions { id text } }
    }`;
    const query = 'Which seat should I book on the train to Lisbon?';
    const { body: found } = await client().rest<{
      data: { searchMemories: { results: unknown; instructions: { id: string; text: string }[] } };
    }>('POST', '/graphql', { query: document, variables: { query } });
    const { results, instructions } = found.data.searchMemories;
    expect(results).toHaveLength(1);
    expect(instructions.map(({ text }) => text).sort()).toEqual([standing, preference].sort());
    const told: Told[] = instructions.map(({ id, text }) => ({ id, memory: text }));

    const filters = { user_id: 'ada' };
    const hosted = await client().rest<{ instructions: Told[] }>('POST', '/v3/memories/search/', { query, filters });
    expect(hosted.body.instructions).toEqual(told);
    const selfHosted = await client().rest<{ instructions: Told[] }>('POST', '/search', { query, filters });
    expect(selfHosted.body.instructions).toEqual(told);

    const agent = new Client({ name: 'test-agent', version: '1.2.3' });
    const url = new URL('/mcp', (await app.app.listen()).apiUrl);
    const headers = { authorization: `Bearer ${app.admin.apiKey}` };
    await agent.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
    const answer = await agent.callTool({ name: 'search_memories', arguments: { query, user_id: 'ada' } });
    expect(answer.structuredContent).toMatchObject({ instructions: told });
    const profile = await agent.readResource({ uri: 'memory-gateway://users/ada/profile' });
    const [content] = profile.contents as { text: string }[];
    expect(JSON.parse(content?.text ?? '')).toMatchObject({ instructions: [{ memory: standing }, {}, {}] });
    await agent.close();
  });

  it('show an instruction that does not resemble the query, whatever the threshold', async () => {
    const { body } = await client().rest<{ results: unknown[]; instructions: Told[] }>('POST', '/v3/memories/search/', {
      query: 'Who is my sister?',
      filters: { user_id: 'ada' },
      threshold: 1,
    });
    expect([body.results, body.instructions.map(({ memory }) => memory)]).toEqual([[], [standing]]);
  });
});

describe('the instructions of a profile', () => {
  it('begin with the standing ones', async () => {
    const query = '{ profile(userId: "ada") { instructions { text } } }';
    const { body } = await client().rest<{ data: { profile: { instructions: { text: string }[] } } }>(
      'POST',
      '/graphql',
      { query },
    );
    const texts = body.data.profile.instructions.map(({ text }) => text);
    expect(texts).toEqual([standing, 'I love sushi.', preference]);
    const { body: hosted } = await client().rest<{ instructions: Told[] }>('GET', '/v2/entities/user/ada/profile/');
    expect(hosted.instructions.map(({ memory }) => memory)).toEqual(texts);
  });
});

/** Stores a message of a user with no other memory. @returns the texts that a search for something else shows as instructions */
async function instructionsAfter(message: string): Promise<string[]> {
  const request = { messages: [{ role: 'user', content: message }], user_id: message, infer: false };
  await client().rest('POST', '/v3/memories/add/', request);
  const { body } = await client().rest<{ instructions: Told[] }>('POST', '/v3/memories/search/', {
    query: 'Who painted the ceiling of the chapel?',
    filters: { user_id: message },
    threshold: 1,
  });
  return body.instructions.map(({ memory }) => memory);
}

describe('a request for later answers, as typed in a chat', () => {
  // prettier-ignore
  it.each([
    'keep my emails formal',
    'only recommend vegan places',
    'stick to metric units',
    'use typescript for code examples',
    "don't give me long answers",
    'tutoie-moi',
    'duz mich',
    'antworte kurz',
    'háblame de tú',
    'scrivi in modo formale',
    'keep your replies under 100 words',
    'Use British spelling.',
    'no emojis please',
    'be more direct with me',
    'answer in german',
    'suggest only hotels with a lift',
    'skip the small talk',
    'dont recommend chain restaurants',
    'halt dich kurz',
    'empfiehl mir nur glutenfreie rezepte',
    'keine emojis bitte',
    'benutze python für codebeispiele',
    'réponds en anglais',
    'ne me propose que des trains directs',
    'évite les anglicismes',
    'responde de forma breve',
    'no me recomiendes películas de terror',
    'usa python para los ejemplos',
    'dammi del tu',
    'non propormi ristoranti di pesce',
    'consigliami solo libri in italiano',
    'trata-me por tu',
    'não me dês respostas longas',
    'responde em inglês',
    'hou het kort',
    'geef me geen lange antwoorden',
    'wees direct',
    'show prices in euros',
    "explain things like I'm five",
  ])('is a standing instruction: %s', async (message) => {
    expect(await instructionsAfter(message)).toEqual([message]);
  });
});

describe('a statement or a question that asks for nothing later', () => {
  // prettier-ignore
  it.each([
    'I keep my emails in folders.',
    'We only use vegan leather.',
    'Use of the pool is free for me.',
    'keep my bike in the garage',
    'Keep the receipts in a blue box.',
    'only use cash at the market',
    'Used typescript for code examples at my last job.',
    "don't eat meat",
    "don't have a car",
    "don't own a tv",
    'My boss told me to keep my emails formal.',
    'Do you keep your emails formal?',
    'should i use typescript for code examples?',
    'can you answer in german?',
    'My teacher answers in German.',
    'Speak German at home, English at work.',
    'Stick to the plan was our motto.',
    'No emojis in our company logo.',
    'give me a recipe for lasagna',
    'show me the photos from rome',
    'The short answers were easier in the exam.',
    'avoid gluten because of my stomach',
    'stopped using emojis years ago',
    'antworte meistens erst am abend',
    'Ich halte meine Mails kurz.',
    'benutze das rad für den weg zur arbeit',
    'on se tutoie au bureau',
    'utilise le vélo pour aller au travail',
    'Responde en inglés a sus clientes.',
    'no me dan respuestas largas en el banco',
    'usa gafas para leer',
    'parla in modo strano',
    'use o carro do meu pai ontem',
    'gebruik de fiets voor mijn werk',
    'geen auto, wel een fiets',
    'zeg altijd wat ik denk',
    'Answer: in German the word is Haus.',
    'keep it in the family is a film I like',
    'kept my emails formal last year',
    'use the car for work',
    'be honest, was it the cake I brought that made you ill last night',
    'Only show me the tickets for tomorrow.',
    'keep it simple was the title of her talk',
    'evita los perros grandes',
    'wees blij, zei ze',
    "don't recommend the restaurant on main street, it was awful",
    "don't explain it to mum yet",
    "don't tell me you forgot my birthday",
    "Don't give me that look, she said",
    'scrivi a marta domani',
    'responde a ana amanhã',
    'avoid the ring road on mondays',
    'be a bit careful with the dog',
    'Nur Barzahlung im Cafe.',
    'schreibe gerade meine bachelorarbeit',
    'no me dan miedo las arañas',
  ])('is no standing instruction: %s', async (message) => {
    expect(await instructionsAfter(message)).toEqual([]);
  });
});

describe('a message that repeats the beginning of a request', () => {
  it.each(['keep my ', "don't use ", 'antworte kurz ', '? ', '- '])('is stored: %s', async (part) => {
    const word = `${part.repeat(Math.floor(19_000 / part.length))}x`;
    const request = { messages: [{ role: 'user', content: word }], user_id: `long-${part}`, infer: false };
    expect((await client().rest('POST', '/v3/memories/add/', request)).status).toBe(200);
  });
});
