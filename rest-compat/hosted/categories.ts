/** Converts `custom_categories`, a list or one object of descriptions by name, to a list. Keeps other values. */
export function toCategoryList(given: unknown): unknown {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return given;
  return Object.keys(given).length === 0 ? [] : [given];
}
