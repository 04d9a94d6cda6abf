import { beforeEach, describe, expect, it } from 'vitest';
import type { CallerUser } from '../../src/auth/caller.js';
import { refineCategories } from '@memory-gateway/memory-engine';
import { createLocalEmbedder, type Embedder } from '@memory-gateway/models';
import { addMemories } from '../../src/resolvers/memory/add-memories.js';
import { listMemories } from '../../src/resolvers/memory/list-memories.js';
import { previewMemories } from '../../src/resolvers/memory/preview-memories.js';
import { as, people, tenant, testServices, type TestServices } from '../helpers/context.js';
import { emptyDatabase } from '../setup/database.js';

const categories: Record<string, string>[] = [
  { fears: 'phobias, anxieties' },
  { sports: 'training and matches' },
  { chores: 'housework' },
];
const thresholds = { builtIn: 0.5, withWord: 0.2, alone: 0.5, behind: 0.1 };

/** An embedder with one direction per topic: fears, sports, chores, anything else. */
function topicEmbedder(more: Partial<Embedder> = {}): Embedder & { readonly embedded: string[] } {
  const topics = [/fear|phobia|scared/, /sports|rugby/, /chores|dishes/];
  const embedded: string[] = [];
  return {
    id: 'local/all-minilm-l6-v2',
    dimension: 384,
    embedded,
    async embed(texts) {
      embedded.push(...texts);
      return texts.map((text) => {
        const vector = new Float32Array(384);
        vector[topics.findIndex((topic) => topic.test(text)) + 1] = 1;
        return vector;
      });
    },
    ready: async () => undefined,
    close: async () => undefined,
    categoryThresholds: thresholds,
    ...more,
  };
}

const texts = ['I am scared of flying', 'Our training set has a match for each name', 'I do the dishes', 'I had soup'];

let services: TestServices;
let ada: CallerUser;
let projectId: string;
beforeEach(async () => {
  services = await testServices();
  await emptyDatabase(services.database);
  ({ ada } = await people(services));
  ({ projectId } = await tenant(services, [[ada, 'OWNER']]));
});

/** Stores texts and returns their categories, also from a dry run. */
async function sort(
  embedder: Embedder,
  customCategories: Record<string, string>[] = categories,
): Promise<Record<'stored' | 'previewed', Record<string, unknown>>> {
  const ctx = as({ ...services, embedder }, ada);
  const messages = texts.map((content) => ({ role: 'user', content }));
  const input = { projectId, messages, userId: 'rosa', infer: false, customCategories };
  const preview = await previewMemories(ctx, input);
  await addMemories(ctx, input);
  const { rows } = await listMemories(ctx, { projectId, first: 10 });
  const toRecord = (memories: readonly { text: string; categories: unknown }[]) =>
    Object.fromEntries(memories.map(({ text, categories }) => [text, categories]));
  return { stored: toRecord(rows), previewed: toRecord(preview.memories) };
}

describe('categories of a new memory', () => {
  it('follow its meaning where the embedding model has thresholds, in a dry run too', async () => {
    const embedder = topicEmbedder();
    const { stored, previewed } = await sort(embedder);
    expect(stored).toEqual({
      'I am scared of flying': ['fears'],
      // Shares words with sports alone.
      'Our training set has a match for each name': [],
      'I do the dishes': ['chores'],
      'I had soup': [],
    });
    expect(previewed).toEqual(stored);
    // Categories are embedded once.
    expect(embedder.embedded.filter((text) => text === 'fears: phobias, anxieties')).toHaveLength(1);
  });

  it('have each name once, also where the list has it twice', async () => {
    const { stored, previewed } = await sort(topicEmbedder(), [{ chores: 'music' }, ...categories]);
    expect(stored).toMatchObject({ 'I do the dishes': ['chores'] });
    expect(previewed).toEqual(stored);
  });

  it('follow its words with any other model', async () => {
    const { stored, previewed } = await sort(topicEmbedder({ categoryThresholds: undefined }));
    expect(stored).toMatchObject({
      'Our training set has a match for each name': ['sports'],
      'I am scared of flying': [],
    });
    expect(previewed).toEqual(stored);
  });
});

describe('built-in categories', () => {
  it('follow the meaning of unusual words, in other languages too', async () => {
    const embedder = createLocalEmbedder();
    const ctx = as({ ...services, embedder }, ada);
    const expected = {
      'I brew my own beer.': ['food'],
      'I do origami.': ['hobbies'],
      'Il mio piatto preferito sono i tortellini in brodo.': ['food'],
      'In de winter schaats ik graag.': ['sports'],
      'Toco guitarra desde miúdo.': ['music'],
      'Ne prends pas le bus 12.': ['misc'],
    };
    const messages = Object.keys(expected).map((content) => ({ role: 'user', content }));
    await addMemories(ctx, { projectId, messages, userId: 'rosa', infer: false });
    await embedder.close();
    const { rows } = await listMemories(ctx, { projectId, first: 10 });
    expect(Object.fromEntries(rows.map(({ text, categories: names }) => [text, names]))).toEqual(expected);
  });
});

describe('categories by meaning', () => {
  const catalog = [{ name: 'a' }, { name: 'b' }, { name: 'c' }, { name: 'misc' }];
  const vector = new Float32Array(384);
  const refine = (byWords: string[], cosines: number[], text = 'The one that I have') =>
    refineCategories(byWords, { text, catalog, vector, cosines, thresholds });

  it('keep a word that meaning supports, add what is close, and leave out what lies behind', () => {
    expect(refine(['a'], [0.3, 0.1, 0.1, 0])).toEqual(['a']);
    expect(refine(['a'], [0.1, 0.1, 0.1, 0])).toEqual(['misc']);
    expect(refine([], [0.7, 0.65, 0.55, 0.9])).toEqual(['a', 'b']);
    expect(refineCategories([], { text: '', catalog: [{ name: 'a' }], vector, cosines: [0.1], thresholds })).toEqual(
      [],
    );
  });

  it('add nothing in a language that the model does not read', () => {
    expect(refine([], [0.7, 0.65, 0.55, 0.9], 'Ich habe es')).toEqual(['misc']);
  });
});
