import { afterEach, describe, expect, it } from 'vitest';
import { runSingleCommand } from '../helpers/run-command.js';
import { migrateCommand } from '../../src/commands/migrate-command.js';
import { testDatabase } from '../setup/database.js';

afterEach(async () => {
  const database = await testDatabase();
  await database.query("DELETE FROM _prisma_migrations WHERE migration_name LIKE '9%'");
});

async function run(...argv: string[]) {
  let [out, err] = ['', ''];
  const io = { stdout: { write: (text: string) => (out += text) }, stderr: { write: (text: string) => (err += text) } };
  const database = await testDatabase();
  const open = async () => ({ ...database, close: async () => undefined });
  const code = await runSingleCommand(migrateCommand(open), argv, io);
  return { code, out, err };
}

describe('memory-gateway migrate', () => {
  it('has nothing to do on a database of this version', async () => {
    expect(await run()).toEqual({ code: 0, out: '0 migrations applied\n', err: '' });
    expect(await run('--check')).toMatchObject({ code: 0, out: 'The database fits this version.\n' });
    expect(await run('--plan')).toMatchObject({ code: 0, out: 'Nothing to migrate.\n' });
    expect(await run('--check', '--json')).toMatchObject({ code: 0, out: '{"pending":[]}\n' });
  });

  it('refuses a database of a newer version that this one cannot work with', async () => {
    const database = await testDatabase();
    await database.query(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, logs, finished_at)
       VALUES ('newer', 'x', '9999_removed', 'memory-gateway 99.0.0: contract', now())`,
    );
    for (const flag of ['--check', '--plan'])
      await expect(run(flag)).rejects.toThrow('9999_removed, which this version does not know');
  });
});
