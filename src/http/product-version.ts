import { createRequire } from 'node:module';

/** Version of the product. The manifest lies two folders up, seen from src/ and from dist/src/. */
export const productVersion = (createRequire(import.meta.url)('../../package.json') as { version: string }).version;
