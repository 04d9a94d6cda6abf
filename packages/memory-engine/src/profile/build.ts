import { categorize, type Category } from '../categories/categorize.js';
import { exportRecord, type ExportableMemory } from '../export/record.js';
import { readSchema, type ObjectShape } from '../export/schema.js';
import { collectShape } from '../export/shape.js';
import type { Json } from '../filter/filter-values.js';
import { groupByCategory } from './groups.js';

/** Language model operations on memories. Callers pass it in; every use has a fallback without a model. */
export interface MemoryModel {
  fill(request: {
    readonly schema: Json;
    readonly instructions: string | null;
    readonly memories: readonly string[];
  }): Promise<Json>;
  summarize(memories: readonly string[]): Promise<string>;
}

export interface ProfileWish {
  readonly schema: Json | null;
  readonly instructions: string | null;
}

const categoriesMax = 20;
const textsMax = 10;

const defaultSchema: Json = {
  type: 'object',
  properties: {
    summary: { type: 'string', description: 'Who the user is, in a few sentences.' },
    facts: { type: 'array', items: { type: 'string' }, description: 'What is known for certain.' },
    preferences: { type: 'array', items: { type: 'string' }, description: 'What the user likes and dislikes.' },
  },
};

/**
 * Generates a user's profile from memories, newest first. A model fills the schema. Without a model, values are matched
 * by name as in exports, and a memory whose words fit a property's name or description contributes its text. With
 * neither, the profile lists up to ten texts in each of up to 20 categories.
 */
export async function generateProfile(
  memories: readonly ExportableMemory[],
  wish: ProfileWish,
  model?: MemoryModel,
): Promise<Json> {
  if (model)
    return model.fill({
      schema: wish.schema ?? defaultSchema,
      instructions: wish.instructions,
      memories: memories.map(({ text }) => text),
    });
  if (wish.schema === null) {
    return Object.fromEntries(
      groupByCategory(memories)
        .slice(0, categoriesMax)
        .map(({ category, texts }) => [category, texts.slice(0, textsMax)]),
    );
  }
  const { shape } = readSchema(wish.schema);
  const catalog = catalogOf(wish.schema, shape);
  const profile = collectShape(shape);
  // Oldest first, so that the newest value wins for single values.
  for (const memory of [...memories].reverse()) {
    const fitting = categorize(memory.text, catalog).filter((name) => name !== 'misc');
    profile.add(exportRecord({ ...memory, categories: [...(memory.categories ?? []), ...fitting] }));
  }
  return profile.result();
}

function catalogOf(schema: Json, shape: ObjectShape): Category[] {
  const { properties } = schema as {
    readonly properties?: Readonly<Record<string, { readonly description?: string } | undefined>>;
  };
  return [...shape.properties.keys()].map((name) => ({ name, description: properties?.[name]?.description ?? '' }));
}
