/** Returns a statement that deletes rows and returns their number, for `firstNumber`. @param rows what comes after DELETE FROM */
export const deleteAndCount = (rows: string): string =>
  `WITH gone AS (DELETE FROM ${rows} RETURNING 1) SELECT count(*) AS deleted FROM gone`;
