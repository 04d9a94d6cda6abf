import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { incompleteMarker } from './data-directory.js';
import { unpackDatabase } from './packed-database.js';

/**
 * Unpacks the new database of the build, or creates one in 1.5 to 7 s. A process of its own creates it, because creation takes 350 MB, of
 * which a thread would leave 140 MB behind. The folder gets its name when it is complete, so an interrupted creation leaves no half of a
 * database.
 */
export async function createDatabase(directory: string): Promise<void> {
  const parent = path.dirname(directory);
  const draft = `${directory}.new-`;
  await mkdir(parent, { recursive: true });
  // Before drafts, a marker said that the folder is not complete.
  if (existsSync(incompleteMarker(directory))) await rm(directory, { recursive: true, force: true });
  for (const name of await readdir(parent))
    if (name.startsWith(path.basename(draft)))
      await rm(path.join(parent, name), { recursive: true, force: true, maxRetries: 5 });
  const created = `${draft}${randomUUID()}`;
  if (!unpackDatabase(created)) await runProcess(created);
  await rename(created, directory);
  await rm(incompleteMarker(directory), { force: true });
}

/** Runs the entry point beside this file, from TypeScript sources with their loader. */
function runProcess(directory: string): Promise<void> {
  const isSource = import.meta.url.endsWith('.ts');
  const built = fileURLToPath(new URL('./create-database-process.js', import.meta.url));
  const entry = isSource ? built.replace(/\.js$/, '.ts') : built;
  const loader = isSource ? ['--import', pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href] : [];
  // Most code of a creation runs once: optimizing it takes a third of the time.
  const flags = ['--liftoff-only', ...loader];
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [...flags, entry, directory], (error, _stdout, stderr) => {
      if (error) reject(new Error(`The embedded database cannot be created: ${stderr.trim() || error.message}`));
      else resolve();
    });
  });
}
