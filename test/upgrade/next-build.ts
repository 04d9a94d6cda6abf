import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));
export const currentBuild = path.join(root, 'dist');

// Rows of the version before get their value from the trigger, older ones in batches.
const EXPAND = `-- step: transaction
ALTER TABLE memories ADD COLUMN letters integer;
CREATE FUNCTION count_letters() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.letters := length(NEW.text); RETURN NEW; END $$;
CREATE TRIGGER count_letters BEFORE INSERT OR UPDATE OF text ON memories FOR EACH ROW EXECUTE FUNCTION count_letters();
-- step: repeat
UPDATE memories SET letters = length(text) WHERE id IN (SELECT id FROM memories WHERE letters IS NULL LIMIT 20) RETURNING id
-- step: index memories_letters on memories
(project_id, letters)
`;

const contract = (version: string) => `-- contract: ${version}
DROP TRIGGER count_letters ON memories;
DROP FUNCTION count_letters();
`;

/** The version after this one: a copy of the build with a migration that adds, and one that removes. */
export interface NextBuild {
  readonly folder: string;
  readonly migrations: { readonly expand: string; readonly contract: string };
  /** Runs a command of it. @throws Error with its output if it fails */
  run(args: readonly string[], env: Record<string, string>): Promise<string>;
  remove(): Promise<void>;
}

export async function makeNextBuild(): Promise<NextBuild> {
  await run(process.execPath, [path.join(root, 'scripts/build.mjs')], { cwd: root });
  // Below node_modules, where Node finds the packages.
  const cache = path.join(root, 'node_modules', '.cache');
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(path.join(cache, 'memory-gateway-next-'));
  await cp(currentBuild, folder, { recursive: true });
  const manifest = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8')) as { version: string };
  const [major, minor] = manifest.version.split('.').map(Number);
  const version = `${major}.${(minor ?? 0) + 1}.0`;
  await writeFile(path.join(folder, 'package.json'), JSON.stringify({ ...manifest, version }));
  const migrations = { expand: '9000_letters', contract: '9001_letters' };
  for (const [name, sql] of [
    [migrations.expand, EXPAND],
    [migrations.contract, contract(version)],
  ] as const) {
    await mkdir(path.join(folder, 'prisma/migrations', name));
    await writeFile(path.join(folder, 'prisma/migrations', name, 'migration.sql'), sql);
  }
  return {
    folder,
    migrations,
    async run(args, env) {
      const { stdout } = await run(process.execPath, [path.join(folder, 'src/main.js'), ...args], {
        cwd: folder,
        env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
      });
      return stdout;
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
