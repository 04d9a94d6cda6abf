// Finds the test files that use the database of the run. The others need not run on every database.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../build.mjs';

const localImport = /(?:from|import)\s*\(?\s*'(\.{1,2}\/[^']+)'/g;
const asksForDatabase = "inject('databases')";

/** Returns the test files and helpers that a file imports, without the product's own files. */
function localImportsOf(file, text) {
  return [...text.matchAll(localImport)]
    .map(([, specifier]) => join(dirname(file), specifier.replace(/\.js$/, '.ts')))
    .filter((imported) => imported.startsWith('test/') && existsSync(join(root, imported)));
}

/**
 * Returns whether a test file, or a helper that it imports, uses the database. `file` is relative to the repository.
 */
export function usesDatabase(file, visited = new Set()) {
  if (visited.has(file)) return false;
  visited.add(file);
  const text = readFileSync(join(root, file), 'utf8');
  return (
    text.includes(asksForDatabase) || localImportsOf(file, text).some((imported) => usesDatabase(imported, visited))
  );
}
