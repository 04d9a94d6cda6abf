import { createPublicKey } from 'node:crypto';
import { open as openFile, readFile } from 'node:fs/promises';
import { Option } from 'commander';
import {
  parseAuditLine,
  PublicKeyError,
  verifyAuditLines,
  type VerifyOptions,
  type AuditExportLine,
  type VerifiedChain,
} from '@memory-gateway/audit-chain';
import { splitLines } from '@memory-gateway/dump-file';
import { ValidationError } from '../errors.js';
import { readAuditHeads } from '../resolvers/audit-log/read-audit-heads.js';
import type { AuditExportFormat } from '../resolvers/audit-log/write-audit-export.js';
import {
  type CommandIo,
  type DefineCommand,
  type ExitCode,
  explainRefusal,
  writeOutput,
  WRONG_ARGUMENTS,
} from '@memory-gateway/cli';
import { withServices, type Means, type OpenServices } from './with-services.js';

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

/** Defines `audit export` and `verify-audit`. Exit codes: 0 done, 1 the log was tampered with or has no such chain, 2 wrong arguments. */
export function auditCommands(
  open: OpenServices,
  headsFile: VerifyMeans['headsFile'] = async () => null,
): DefineCommand {
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
      .description('Verify the hash chains of the audit log: of the database with AUDIT_HEADS_FILE, or of an export')
      .option('--file <path>', 'an export; without it the database is read')
      .option('--public-key <path>', 'public key in PEM, kept from an earlier export')
      .option(
        '--head <path>',
        'export from an earlier time, or a copy of AUDIT_HEADS_FILE, whose heads must still hold',
      )
      .option('--json', 'print one JSON object and nothing else')
      .action(run((given: VerifyArguments) => verifyAudit(given, { io, open, headsFile })));
  };
}

interface VerifyMeans extends Means {
  readonly headsFile: () => Promise<string | null>;
}

function exportAudit({ chain = null, format }: ExportArguments, { io, open }: Means): Promise<ExitCode> {
  return withServices(open, async (services) => {
    const { exportAuditLog } = await import('../resolvers/audit-log/export-audit-log.js');
    const { writeAuditExport } = await import('../resolvers/audit-log/write-audit-export.js');
    await services.auditSealer?.seal();
    // The chain of a misspelt ID would be an export without rows, which looks like one of an organization without changes.
    if (chain !== null && chain !== 'installation' && !(await services.stores.auditLogs.listChains()).includes(chain)) {
      io.stderr.write('--chain: The audit log has no chain with this name.\n');
      return 1;
    }
    for await (const piece of writeAuditExport(exportAuditLog(services, chain), format)) await writeOutput(io, piece);
    return 0;
  });
}

async function verifyAudit(given: VerifyArguments, means: VerifyMeans): Promise<ExitCode> {
  const { io } = means;
  const json = given.json === true;
  const refuse = (text: string, code: ExitCode) => {
    io.stderr.write(`${text}\n`);
    return code;
  };
  try {
    const publicKey = given.publicKey === undefined ? null : await readPublicKey(given.publicKey);
    const keptHeads = given.head === undefined ? [] : await readKeptHeads(given.head);
    const verified =
      given.file === undefined
        ? await verifyDatabase(means, { publicKey, keptHeads })
        : await verifyFile(given.file, { publicKey, keptHeads });
    return report(verified, { io, json });
  } catch (error) {
    if (error instanceof NotAnAuditFile) return refuse(error.message, 1);
    if (isFileError(error)) return refuse(`${error.path}: The file cannot be read (${error.code}).`, WRONG_ARGUMENTS);
    if (error instanceof PublicKeyError)
      return refuse(explainRefusal(new ValidationError({ publicKey: [error.message] })), 1);
    if (error instanceof ValidationError) return refuse(explainRefusal(error), 1);
    throw error;
  }
}

/** Result of a verification, with what it could not prove for want of something that is stored elsewhere. */
interface Verified {
  readonly chains: readonly VerifiedChain[];
  readonly problems: readonly string[];
  readonly unproven: readonly string[];
}

interface Kept {
  readonly publicKey: string | null;
  readonly keptHeads: VerifyOptions['keptHeads'];
}

const unprovenEnd =
  'that no rows were removed from the end of a chain together with their heads, and that the database is no older copy. Set AUDIT_HEADS_FILE, or pass --head';

// Reads the database as it is: sealing first would sign rows that the verifier should report.
async function verifyDatabase({ open, headsFile }: VerifyMeans, { publicKey, keptHeads }: Kept): Promise<Verified> {
  const path = await headsFile();
  // Before the database, because the server appends a head after its rows are committed.
  const outside = path === null ? { heads: [], unreadable: 0 } : await readAuditHeads(path);
  const unproven = [
    ...(outside.heads.length + keptHeads.length === 0 ? [unprovenEnd] : []),
    ...(outside.unreadable > 0 ? [`what ${outside.unreadable} unreadable lines of AUDIT_HEADS_FILE said`] : []),
  ];
  return withServices(open, async (services) => {
    const { exportAuditLog } = await import('../resolvers/audit-log/export-audit-log.js');
    const lines = exportAuditLog(services, null);
    const chains = await verifyAuditLines(lines, { publicKey, keptHeads, requiredHeads: outside.heads });
    const hasUsers = (await services.stores.users.count()) > 0;
    const isEmptied = hasUsers && !chains.some(({ chain, rows }) => chain === 'installation' && rows > 0);
    const problems = isEmptied ? ['The chain installation has no rows, although the installation has users.'] : [];
    return { chains, problems, unproven };
  });
}

async function verifyFile(path: string, { publicKey, keptHeads }: Kept): Promise<Verified> {
  const chains = await verifyAuditLines(readLines(path), { publicKey, keptHeads });
  const isEmpty = !chains.some(({ rows }) => rows > 0);
  return {
    chains,
    problems: isEmpty ? ['The export has no rows.'] : [],
    unproven: [
      ...(publicKey === null ? ['that your server signed the heads. Pass --public-key'] : []),
      ...(keptHeads.length === 0 ? ['that no rows were removed from the end of a chain. Pass --head'] : []),
    ],
  };
}

/** A file is no export of the audit log. */
class NotAnAuditFile extends Error {}

const isFileError = (error: unknown): error is { code: string; path: string } =>
  error instanceof Error && 'syscall' in error && 'path' in error && 'code' in error;

async function readPublicKey(path: string): Promise<string> {
  const pem = await readFile(path, 'utf8');
  try {
    createPublicKey(pem);
    return pem;
  } catch {
    throw new NotAnAuditFile(`${path}: This is no public key in PEM.`);
  }
}

/** Reads the heads of an earlier export, or of a copy of AUDIT_HEADS_FILE. */
async function readKeptHeads(path: string): Promise<VerifyOptions['keptHeads']> {
  const heads: Extract<AuditExportLine, { type: 'head' }>[] = [];
  for await (const line of readLines(path)) if (line.type === 'head') heads.push(line);
  if (heads.length === 0) throw new NotAnAuditFile(`${path}: The file has no signed heads.`);
  return heads;
}

async function* readLines(path: string): AsyncGenerator<AuditExportLine> {
  // Opened here, because an iterator over lines does not report a file that cannot be opened.
  const file = await openFile(path);
  let number = 0;
  try {
    for await (const bytes of splitLines(file.createReadStream())) {
      number += 1;
      const line = bytes.toString('utf8');
      if (line.trim() === '') continue;
      const parsed = parseAuditLine(line);
      if (parsed === null) throw new NotAnAuditFile(`${path}, line ${number}: This is no line of an audit log export.`);
      yield parsed;
    }
  } catch (error) {
    // Errors of a read, as of a directory, do not name the path.
    if (error instanceof Error && 'syscall' in error) Object.assign(error, { path });
    throw error;
  } finally {
    await file.close();
  }
  if (number === 0) throw new NotAnAuditFile(`${path}: The file is empty.`);
}

function report({ chains, problems, unproven }: Verified, { io, json }: { io: CommandIo; json: boolean }): ExitCode {
  const ok = problems.length === 0 && chains.every((chain) => chain.problems.length === 0);
  if (json) io.stdout.write(`${JSON.stringify({ ok, chains, problems, unproven })}\n`);
  else {
    for (const chain of chains) {
      const result = chain.problems.length === 0 ? 'intact' : `${chain.problems.length} problems`;
      io.stdout.write(`${chain.chain}: ${chain.rows} rows, ${result}\n`);
      for (const { kind, message } of chain.problems) io.stdout.write(`  ${kind}: ${message}\n`);
    }
    for (const problem of problems) io.stdout.write(`${problem}\n`);
    for (const text of unproven) io.stdout.write(`Not proven: ${text}.\n`);
  }
  return ok ? 0 : 1;
}
