/** Complaints about the text of a Dockerfile, with their lines. */
export function lintDockerfile(text: string): string[];
/** Complaints about compose files, with their lines. */
export function lintCompose(files: readonly string[]): string[];
