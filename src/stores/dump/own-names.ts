import { listAppliedMigrations, readMigrations } from '@memory-gateway/database/migrations';
import type { Queryable } from '@memory-gateway/database';

/** Names of what the migrations create in the schema `public`, which other programs and extensions may use as well. */
export interface OwnNames {
  readonly tables: readonly string[];
  readonly functions: readonly string[];
}

const CREATED = /CREATE (?:OR REPLACE |UNLOGGED )?(TABLE|FUNCTION) "?(\w+)/g;

/** Returns the names of the product in a database. Null: a newer version has migrated it, so this build does not know them all. */
export async function readOwnNames(db: Queryable): Promise<OwnNames | null> {
  const { migrations } = await readMigrations();
  const known = new Set(migrations.map(({ name }) => name));
  if (!(await listAppliedMigrations(db)).every((name) => known.has(name))) return null;
  const texts = migrations.flatMap(({ steps }) => steps.map((step) => ('sql' in step ? step.sql : '')));
  const created = texts.flatMap((text) => [...text.matchAll(CREATED)]);
  const names = (kind: string) => [...new Set(created.flatMap(([, of, name]) => (of === kind && name ? [name] : [])))];
  return { tables: [...names('TABLE'), '_prisma_migrations'], functions: names('FUNCTION') };
}
