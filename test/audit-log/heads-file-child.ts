import { execFileSync } from 'node:child_process';
import { createAuditKeys, signHead } from '@memory-gateway/audit-chain';
import { createAuditHeadsFile } from '../../src/jobs/audit-heads-file.js';

// Appends three heads to a file. The disk is full in the middle of the second one, which is appended again afterwards.
const [path = ''] = process.argv.slice(2);
const { privateKey, publicKey } = createAuditKeys(Buffer.alloc(32, 1));
const file = createAuditHeadsFile(path, async () => publicKey);
const toHead = (sequence: number) =>
  signHead({ chain: 'installation', sequence, hash: 'a'.repeat(64), signedAt: '2026-01-01T00:00:00.000Z' }, privateKey);
const limitFiles = (limit: string) => execFileSync('prlimit', ['--pid', String(process.pid), `--fsize=${limit}`]);

await file.append([toHead(1)]);
limitFiles('400:unlimited');
const failed = await file.append([toHead(2)]).catch((error: NodeJS.ErrnoException) => error.code);
limitFiles('unlimited:unlimited');
await file.append([toHead(2)]);
await file.append([toHead(3)]);
process.stdout.write(String(failed));
