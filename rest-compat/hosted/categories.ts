/** Reads `custom_categories`: clients send a list, or one object that maps every name to its description. Keeps other values as they are. */
export function toCategoryList(given: unknown): unknown {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return given;
  return Object.keys(given).length === 0 ? [] : [given];
}
