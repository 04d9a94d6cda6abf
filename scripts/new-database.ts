// Creates an embedded database and packs it, for the first start of each installation. Run it after an update of PGlite.
//
//   npm run new-database
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { openEngine } from '../packages/embedded-postgres/src/engine.js';
import { packedDatabasePath } from '../packages/embedded-postgres/src/packed-database.js';
import { packFolder } from '../packages/embedded-postgres/src/packed-folder.js';

const directory = await mkdtemp(join(tmpdir(), 'memory-gateway-new-database-'));
const engine = await openEngine(directory);
await engine.close();
const file = packedDatabasePath();
await rm(dirname(file), { recursive: true, force: true });
await mkdir(dirname(file));
await writeFile(file, packFolder(directory));
await rm(directory, { recursive: true });
process.stdout.write(`${file}\n`);
