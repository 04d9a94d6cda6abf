import { openDatabase } from '@memory-gateway/database';

// Runs in a child process of the embedded database's tests. Opens a data directory, reports it, then inserts rows
// forever and prints the number of each acknowledged row.

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
