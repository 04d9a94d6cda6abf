/** Returns the first row of a statement, or null. */
export async function firstRow<Row>(rows: Promise<readonly Row[]>): Promise<Row | null> {
  return (await rows)[0] ?? null;
}

/** Returns the number in the only column of the first row, such as a count. Without a row or a number it is 0. */
export async function firstNumber(rows: Promise<readonly object[]>): Promise<number> {
  const [value] = Object.values((await rows)[0] ?? {}) as (number | null)[];
  return value ?? 0;
}
