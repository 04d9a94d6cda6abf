import type { Queryable } from '@memory-gateway/database';

/** Operations of one day that used a field. */
export interface FieldCount {
  /** `YYYY-MM-DD`, in UTC. */
  readonly day: string;
  /** `Type.field`. */
  readonly field: string;
  readonly client: string;
  readonly operations: number;
}

export interface FieldUsageRow {
  readonly field: string;
  readonly operations: number;
  /** The clients with the most operations first. */
  readonly clients: readonly { client: string; operations: number; lastDay: string }[];
  /** Days with operations, oldest first. */
  readonly days: readonly { day: string; operations: number }[];
}

/** Creates the store of the use of GraphQL fields. SQL, because counts are added to, and grouped in two ways by one statement. */
export function fieldUsageStore(db: Queryable) {
  return {
    add: (counts: readonly FieldCount[]) =>
      db.execute(ADD, [
        counts.map(({ day }) => day),
        counts.map(({ field }) => field),
        counts.map(({ client }) => client),
        counts.map(({ operations }) => operations),
      ]),
    /** Returns the fields that were used since a day, most used first. @param prefix `Type.`, `Type.field`, or empty for all fields */
    list: (since: string, { prefix, most }: { prefix: string; most: number }): Promise<FieldUsageRow[]> =>
      db.query(LIST, [since, prefix, most]),
    /** Removes the counts of days before this one. */
    prune: (before: string) => db.execute('DELETE FROM field_usage WHERE day < $1::date', [before]),
  };
}

// Sorted, so that processes that add at the same time lock rows in the same order.
const ADD = `
INSERT INTO field_usage AS known (day, field, client, operations)
SELECT day, field, client, operations
FROM unnest($1::date[], $2::text[], $3::text[], $4::bigint[]) AS given (day, field, client, operations)
ORDER BY day, field, client
ON CONFLICT (day, field, client) DO UPDATE SET operations = known.operations + excluded.operations`;

const LIST = `
WITH matching AS MATERIALIZED (
  SELECT * FROM field_usage WHERE day >= $1::date AND ($2 = '' OR field = $2 OR ($2 LIKE '%.' AND starts_with(field, $2)))
), by_client AS (
  SELECT field, client, sum(operations) AS operations, max(day) AS last_day FROM matching GROUP BY field, client
), by_day AS (
  SELECT field, day, sum(operations) AS operations FROM matching GROUP BY field, day
)
SELECT field, sum(operations)::float8 AS operations,
  jsonb_agg(jsonb_build_object('client', client, 'operations', operations, 'lastDay', last_day) ORDER BY operations DESC, client) AS clients,
  (SELECT jsonb_agg(jsonb_build_object('day', day, 'operations', by_day.operations) ORDER BY day)
    FROM by_day WHERE by_day.field = by_client.field) AS days
FROM by_client GROUP BY field ORDER BY sum(operations) DESC, field LIMIT $3`;
