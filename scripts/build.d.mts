/** Folder of package.json. */
export const root: string;
/** The entries of the workspace packages: `@memory-gateway/x` to `packages/x/src/index.ts`. */
export function listPackages(): Map<string, string>;
/** Builds a program of the tests with the product's code in a build of its own, without pages. `folder`: below the root. */
export function buildWithProduct(folder: string, program: string): Promise<void>;
/** Builds dist/ unless it is current. */
export function ensureBuilt(): Promise<void>;
/** The same, once in a process. */
export function ensureBuiltOnce(): Promise<void>;
