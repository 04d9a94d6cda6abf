import { openDatabase } from '../../src/stores/database/open-database.js';

// Run by the tests of the embedded database in a process of its own: opens a data directory and tells when it is open, then
// inserts rows for ever and prints the number of each one that was acknowledged.

const [dataDir = '', mode = 'insert'] = process.argv.slice(2);

async function main(): Promise<void> {
  const database = await openDatabase({ kind: 'embedded', dataDir });
  process.stdout.write('open\n');
  if (mode === 'hold') return;
  await database.query('CREATE TABLE IF NOT EXISTS kept (n int PRIMARY KEY, text text)');
  for (let n = 1; ; n += 1) {
    await database.query('INSERT INTO kept VALUES ($1, repeat($2, 500))', [n, 'x']);
    process.stdout.write(`${n}\n`);
  }
}

main().catch((error: Error) => {
  process.stdout.write(`${error.name}: ${error.message}\n`);
  process.exit(1);
});
