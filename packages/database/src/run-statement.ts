import type pg from 'pg';
import { meterDatabase } from '@memory-gateway/meter';
import { toDatabaseError } from './database-errors.js';
import type { RunStatement, Statements } from './types.js';
import type { WriteHealth } from './write-health.js';

/** Returns the name for a prepared statement, or undefined for an unprepared one. */
type NameOf = (text: string) => string | undefined;

export interface Executor {
  readonly nameOf: NameOf;
  readonly health: Pick<WriteHealth, 'failed' | 'wrote'>;
}

export interface Connection {
  query(statement: pg.QueryConfig): Promise<pg.QueryResult>;
}

/** Returns a function that runs statements on a pool, a connection or in a transaction. */
export function runWith(client: Connection, { nameOf, health }: Executor, kind: 'read' | 'write'): RunStatement {
  return async <Row>(text: string, values?: readonly unknown[]) => {
    const config = {
      name: nameOf(text),
      text,
      rowMode: 'array' as const,
      ...(values === undefined ? {} : { values: [...values] }),
    };
    try {
      // The driver returns an array for a text of several statements, which its types omit.
      const send = (): Promise<ArrayResult | ArrayResult[]> => client.query(config);
      const result = await meterDatabase(send);
      if (kind === 'write') health.wrote();
      const last = Array.isArray(result) ? result.at(-1) : result;
      return last === undefined ? [] : (toRows(last) as Row[]);
    } catch (error) {
      health.failed(error);
      throw toDatabaseError(error);
    }
  };
}

/** Returns the statements of a connection that reads and writes alike. */
export function statementsWith(client: Connection, executor: Executor): Statements {
  return { query: runWith(client, executor, 'read'), execute: runWith(client, executor, 'write') };
}

type ArrayResult = pg.QueryArrayResult<unknown[]>;

function toRows(result: ArrayResult): Record<string, unknown>[] {
  const names = result.fields.map((field) => camelCase(field.name));
  return result.rows.map((values) => {
    const row: Record<string, unknown> = {};
    for (let index = 0; index < names.length; index += 1) row[names[index] ?? ''] = values[index];
    return row;
  });
}

// Stays small: only columns of the product's own statements.
const camelCased = new Map<string, string>();

function camelCase(name: string): string {
  const known = camelCased.get(name);
  if (known !== undefined) return known;
  const made = name.replace(/_([a-z0-9])/g, (_match, letter: string) => letter.toUpperCase());
  camelCased.set(name, made);
  return made;
}
