/** A category as it is edited here. */
export interface Category {
  readonly name: string;
  readonly description: string;
}

/** The categories of a project, of any form in which they may be stored: names, and objects of one or more `name: description`. */
export function categoriesOf(stored: unknown): Category[] {
  if (!Array.isArray(stored)) return [];
  return (stored as unknown[]).flatMap((entry) => {
    if (typeof entry === 'string') return [{ name: entry, description: '' }];
    if (typeof entry !== 'object' || entry === null) return [];
    return Object.entries(entry).map(([name, description]) => ({
      name,
      description: typeof description === 'string' ? description : '',
    }));
  });
}

/** As {@link categoriesOf} reads them; null brings the built-in ones back. */
export function stored(categories: readonly Category[]): unknown {
  return categories.length === 0 ? null : categories.map(({ name, description }) => ({ [name]: description }));
}
