import type { CustomCategory } from '../project-settings.js';
import { builder } from './builder.js';

interface CategoryShape {
  readonly name: string;
  readonly description?: string | null | undefined;
}

export const Category = builder.objectRef<CategoryShape>('Category').implement({
  description: 'A category that the server assigns to memories.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name of the category, as in `Memory.categories`.' }),
    description: t.string({
      nullable: true,
      description: 'Describes which memories belong to the category. Null: the name alone decides.',
      resolve: ({ description }) => description || null,
    }),
  }),
});

export const CategoryInput = builder.inputRef<CategoryShape>('CategoryInput').implement({
  description: 'A category that the server assigns to memories.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'Name of the new category, 1 to 255 characters.' }),
    description: t.string({
      description: 'Describes which memories belong in the new category, at most 2,000 characters. Default: none.',
    }),
  }),
});

/** Converts stored categories, `[name]` or `[{name: description}]`, to objects with a name and a description. */
export function toCategories(stored: unknown): CategoryShape[] | null {
  if (!Array.isArray(stored)) return null;
  return (stored as CustomCategory[]).flatMap((category) =>
    typeof category === 'string'
      ? [{ name: category }]
      : Object.entries(category).map(([name, description]) => ({ name, description })),
  );
}

/**
 * Converts a project's categories to the stored form, `[name]` or `[{name: description}]`. Keeps null and undefined.
 */
export function fromProjectCategories(categories: readonly CategoryShape[] | null | undefined): unknown {
  return (
    categories?.map(({ name, description }) => (description == null ? name : { [name]: description })) ?? categories
  );
}

/** Converts categories of a request to `[{name: description}]`. Keeps null and undefined. */
export function fromCategories(categories: readonly CategoryShape[] | null | undefined): unknown {
  return categories?.map(({ name, description }) => ({ [name]: description ?? '' })) ?? categories;
}
