import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { IndexSpec } from './index-statements.js';

/** The database and the migration files do not match, or a migration failed. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}

/**
 * A part of a migration. `transaction`: all statements together, undone if one fails. `alone`: one statement outside of a
 * transaction, which does no harm if it runs again. `repeat`: one statement, until it returns no row. `index`: an index that is built
 * while rows are written, in a partitioned database too.
 */
export type MigrationStep =
  | { readonly kind: 'transaction' | 'alone' | 'repeat'; readonly sql: string }
  | { readonly kind: 'index'; readonly index: IndexSpec };

export interface Migration {
  readonly name: string;
  readonly checksum: string;
  readonly steps: readonly MigrationStep[];
  /** Version of the product that no longer needs what this migration removes. Null: earlier versions work after it. */
  readonly contract: string | null;
}

export interface MigrationFiles {
  readonly migrations: readonly Migration[];
  readonly version: string;
}

/** Reads the migrations of a folder in order of name. */
export async function readMigrations(directory?: string): Promise<MigrationFiles> {
  const product = findProduct();
  const { version } = JSON.parse(await readFile(path.join(product, 'package.json'), 'utf8')) as { version: string };
  const folder = directory ?? path.join(product, MIGRATIONS);
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  const migrations = names.sort().map(async (name) => {
    const file = await readFile(path.join(folder, name, 'migration.sql'));
    return {
      name,
      checksum: createHash('sha256').update(file).digest('hex'),
      ...parseMigration(file.toString('utf8')),
    };
  });
  return { migrations: await Promise.all(migrations), version };
}

const MIGRATIONS = path.join('prisma', 'migrations');

/** Returns the folder above this file that has the migrations, and package.json beside them: dist/ of a build, or the checkout. */
function findProduct(): string {
  let folder = path.dirname(fileURLToPath(import.meta.url));
  while (!existsSync(path.join(folder, MIGRATIONS))) {
    const parent = path.dirname(folder);
    if (parent === folder) throw new MigrationError('The folder of the migrations was not found.');
    folder = parent;
  }
  return folder;
}

const STEP = /^-- step: (?:(transaction|alone|repeat)|(index|unique index) (\w+) on (\w+))\n/m;

/** Splits the text of a migration at its lines `-- step: KIND`. A text without them is one transaction. */
function parseMigration(text: string): Pick<Migration, 'steps' | 'contract'> {
  const [head = '', ...parts] = text.split(STEP);
  const contract = /^-- contract: (\d+\.\d+\.\d+)$/m.exec(head)?.[1] ?? null;
  if (parts.length > 0 && /^(?!--|\s*$)/m.test(head))
    throw new MigrationError('A migration of steps has a statement before its first line "-- step: …".');
  if (parts.length === 0) return { contract, steps: [{ kind: 'transaction', sql: text }] };
  const steps: MigrationStep[] = [];
  for (let at = 0; at < parts.length; at += PARTS) {
    const [kind, index, name = '', table = '', text = ''] = parts.slice(at, at + PARTS);
    if (index === undefined) steps.push({ kind: kind as 'transaction', sql: text });
    else steps.push({ kind: 'index', index: { name, table, isUnique: index !== 'index', definition: text.trim() } });
  }
  return { contract, steps };
}

/** Groups of {@link STEP}, and the text of the step. */
const PARTS = 5;
