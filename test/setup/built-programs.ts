import path from 'node:path';

/** Folder below the root for the programs of a run. Its end removes the folder. @param run process id of vitest */
export const builtPrograms = (run: number): string => path.join('.build', 'tests', String(run));
