import { writeDump } from '../src/index.js';

// Writes a dump with one row of the given length to the given file, and prints the error.
const [file = '', length] = process.argv.slice(2);
async function* rows() {
  yield [JSON.stringify({ text: 'a'.repeat(Number(length)) })];
}
await writeDump(file, {
  kind: 'project',
  migrations: [],
  about: {},
  sections: [{ name: 'memories', columns: ['text'], rows }],
}).catch((error: Error) => process.stdout.write(error.message));
