/** Returns SQL that quotes a lexeme for a tsquery. */
export function quotedLexeme(expression: string): string {
  return `'''' || replace(replace(${expression}, '\\', '\\\\'), '''', '''''') || ''''`;
}

/** Returns a tsquery, as text, that matches memories with all lexemes of any set. */
export function anyLexemeSet(sets: readonly (readonly string[])[]): string {
  return sets.map((lexemes) => lexemes.map(quoteLexeme).join(' & ')).join(' | ');
}

function quoteLexeme(lexeme: string): string {
  return `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}
