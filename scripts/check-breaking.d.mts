/** Descriptions of the breaking changes between two printed schemas that the changelog does not name. */
export function unnamedBreakingChanges(input: { before: string; now: string; changelog: string }): string[];
