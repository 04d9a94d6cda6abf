import { createRequire } from 'node:module';

/** Version of the product. package.json is one folder up from both src and dist/src. */
export const productVersion = (createRequire(import.meta.url)('../package.json') as { version: string }).version;
