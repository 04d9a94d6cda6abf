/** Returns the next version: the given one, or the next minor version. @throws Error if it is none, or not a later one */
export function nextVersion(current: string, given?: string): string;
/** Turns the section "Unreleased" into that of a version. @throws Error if it is empty */
export function releaseChangelog(text: string, version: string, date: string): string;
/** Lists where a checkout does not have the version. */
export function findDisagreements(folder: string, version: string): string[];
