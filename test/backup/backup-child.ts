import path from 'node:path';
import { pino } from 'pino';
import { openServices } from '../../src/app/open-services.js';
import { loadConfig } from '../../src/config.js';
import { createBackup } from '../../src/resolvers/backup/create-backup.js';

// Writes backups to a directory until it is killed.

const [directory = ''] = process.argv.slice(2);
const environment = { JWT_SECRET: 'a-secret-of-the-test-suite-5d1f0c', EMBEDDER: 'none', ...process.env };
const { services } = await openServices(loadConfig(environment), { log: pino({ level: 'silent' }) });
await services.database.query(
  `INSERT INTO settings (key, value) SELECT 'filler.' || n, to_jsonb(repeat(md5(n::text), 20)) FROM generate_series(1, 3000) AS n ON CONFLICT DO NOTHING`,
);
for (let number = 1; ; number += 1) {
  const name = `memory-gateway-20260101T${String(100_000 + number)}Z.backup.gz`;
  await createBackup(services, { file: path.join(directory, name) });
  process.stdout.write(`${name}\n`);
}
