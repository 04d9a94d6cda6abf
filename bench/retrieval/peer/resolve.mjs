const sqlite = new URL('sqlite.mjs', import.meta.url).href;

export function resolve(specifier, context, next) {
  return specifier === 'better-sqlite3' ? { url: sqlite, shortCircuit: true } : next(specifier, context);
}
