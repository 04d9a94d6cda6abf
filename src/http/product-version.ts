import { createRequire } from 'node:module';

/** Version of the product. package.json is two folders up from both src/http and dist/src/http. */
export const productVersion = (createRequire(import.meta.url)('../../package.json') as { version: string }).version;
