export interface Category {
  readonly name: string;
  readonly description: string;
}

/** Converts the categories of a project to rows of the form. */
export function getCategories(
  stored: readonly { readonly name: string; readonly description: string | null }[] | null,
): Category[] {
  return (stored ?? []).map(({ name, description }) => ({ name, description: description ?? '' }));
}

/** Converts rows of the form to the input of `updateProject`. Null restores the default categories. */
export function stored(categories: readonly Category[]): Category[] | null {
  return categories.length === 0 ? null : [...categories];
}
