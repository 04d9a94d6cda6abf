// gql.tada: types of documents come from the schema document, and fit what the server returns.
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { addDocument, newMemory, post } from './support.mjs';

const quiet = { stdio: ['ignore', 'pipe', 'inherit'] };
mkdirSync('generated/tada', { recursive: true });
execFileSync('node_modules/.bin/gql-tada', ['generate-output', '-c', 'tada/tsconfig.json'], quiet);
execFileSync('../../node_modules/.bin/tsc', ['-p', 'tada/tsconfig.json'], { stdio: ['ignore', 'inherit', 'inherit'] });
const input = newMemory('Typed by tada');
await post(addDocument, { input });
process.env.TADA_USER = input.userId;
await import('./generated/tada-js/tada/program.mjs');
