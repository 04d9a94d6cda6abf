import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { Option } from 'commander';
import { exportAuditLog, type AuditExportLine } from '../resolvers/audit-log/export-audit-log.js';
import { writeAuditExport, type AuditExportFormat } from '../resolvers/audit-log/write-audit-export.js';
import { verifyAuditLines, type VerifiedChain } from '../resolvers/audit-log/verify-audit-log.js';
import type { CommandIo, DefineCommand, ExitCode, OpenServices } from './command-line.js';

interface ExportArguments {
  readonly chain?: string | null;
  readonly format: AuditExportFormat;
}

interface VerifyArguments {
  readonly file?: string;
  readonly publicKey?: string;
  readonly head?: string;
  readonly json?: boolean;
}

/** Defines `audit export` and `verify-audit`. Exit codes: 0 done, 1 the log was tampered with, 2 wrong arguments. */
export function auditCommands(open: OpenServices): DefineCommand {
  return (program, { io, run }) => {
    program
      .command('audit')
      .description('Work with the audit log')
      .command('export')
      .description(
        'Write the audit log to stdout. JSON Lines have the public key and the signed heads, for verify-audit',
      )
      .option('--chain <id>', 'only the chain of this organization, or "installation"')
      .addOption(new Option('--format <name>', 'file format').choices(['jsonl', 'csv']).default('jsonl'))
      .action(run((given: ExportArguments) => exportAudit(given, { io, open })));
    program
      .command('verify-audit')
      .description('Verify the hash chains of the audit log: of the database, or of an export')
      .option('--file <path>', 'an export; without it the database is read')
      .option('--public-key <path>', 'public key in PEM, kept from an earlier export')
      .option('--head <path>', 'export from an earlier time, whose heads must still hold')
      .option('--json', 'print one JSON object and nothing else')
      .action(run((given: VerifyArguments) => verifyAudit(given, { io, open })));
  };
}

interface Means {
  readonly io: CommandIo;
  readonly open: OpenServices;
}

async function exportAudit({ chain = null, format }: ExportArguments, { io, open }: Means): Promise<ExitCode> {
  const { services, close } = await open();
  try {
    await services.auditSealer?.seal();
    for await (const piece of writeAuditExport(exportAuditLog(services, chain), format)) await write(io, piece);
    return 0;
  } finally {
    await close();
  }
}

/** Writes text and waits for a slow reader. */
async function write({ stdout }: CommandIo, text: string): Promise<void> {
  if (stdout.write(text) === false && stdout instanceof Writable) await once(stdout, 'drain');
}

async function verifyAudit(given: VerifyArguments, { io, open }: Means): Promise<ExitCode> {
  const publicKey = given.publicKey === undefined ? null : await readFile(given.publicKey, 'utf8');
  const keptHeads: Extract<AuditExportLine, { type: 'head' }>[] = [];
  if (given.head !== undefined)
    for await (const line of readLines(given.head)) if (line.type === 'head') keptHeads.push(line);
  const verify = (lines: AsyncIterable<AuditExportLine>) => verifyAuditLines(lines, { publicKey, keptHeads });
  const chains = given.file === undefined ? await fromDatabase(open, verify) : await verify(readLines(given.file));
  return report(chains, { io, json: given.json === true });
}

async function fromDatabase(
  open: OpenServices,
  verify: (lines: AsyncIterable<AuditExportLine>) => Promise<VerifiedChain[]>,
): Promise<VerifiedChain[]> {
  const { services, close } = await open();
  try {
    await services.auditSealer?.seal();
    return await verify(exportAuditLog(services, null));
  } finally {
    await close();
  }
}

async function* readLines(path: string): AsyncGenerator<AuditExportLine> {
  const lines = createInterface({ input: createReadStream(path, 'utf8'), crlfDelay: Number.POSITIVE_INFINITY });
  for await (const line of lines) if (line.trim() !== '') yield JSON.parse(line) as AuditExportLine;
}

function report(chains: readonly VerifiedChain[], { io, json }: { io: CommandIo; json: boolean }): ExitCode {
  const ok = chains.every(({ problems }) => problems.length === 0);
  if (json) io.stdout.write(`${JSON.stringify({ ok, chains })}\n`);
  else {
    for (const { chain, rows, problems } of chains) {
      io.stdout.write(`${chain}: ${rows} rows, ${problems.length === 0 ? 'intact' : `${problems.length} problems`}\n`);
      for (const { kind, message } of problems) io.stdout.write(`  ${kind}: ${message}\n`);
    }
  }
  return ok ? 0 : 1;
}
