const columnNames = new Map<string, string>();

function toColumnName(property: string): string {
  const known = columnNames.get(property);
  if (known !== undefined) return known;
  const made = property.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  columnNames.set(property, made);
  return made;
}

/** Returns rows as JSON with the names of columns, for `jsonb_to_recordset`, which leaves out what its list of columns does not name. */
export function toRecords(rows: readonly object[]): string {
  return JSON.stringify(
    rows.map((row) =>
      Object.fromEntries(Object.entries(row).map(([name, value]) => [toColumnName(name), value as unknown])),
    ),
  );
}
