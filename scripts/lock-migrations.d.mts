/** Compares the migrations of a folder with their recorded checksums: new lines, and what is wrong, by migration. */
export function compareMigrations(directory?: string): { added: string[]; problems: string[]; lines: string[] };
