import { Command } from 'commander';
import { bootstrapCommand } from '../../src/commands/bootstrap-command.js';
import { type CommandIo, type DefineCommand, type ExitCode, runCommandLine } from '@memory-gateway/cli';
import { importCommand } from '../../src/commands/import-command.js';
import { pruneLogsCommand } from '../../src/commands/prune-logs-command.js';
import { resetAdminPasswordCommand } from '../../src/commands/reset-admin-password-command.js';
import type { ServerUrls } from '../../src/commands/running-server.js';
import type { OpenServices } from '../../src/commands/with-services.js';

type Arguments = readonly string[];

/** Runs one command alone. @returns the exit code */
export function runSingleCommand(define: DefineCommand, argv: Arguments, io: CommandIo): Promise<ExitCode> {
  const program = new Command('memory-gateway');
  define(program, { io, run: () => async () => undefined });
  return runCommandLine([define], [program.commands[0]?.name() ?? '', ...argv], io);
}

// oxlint-disable-next-line max-params -- four things of four kinds
export function runBootstrapCommand(argv: Arguments, io: CommandIo, open: OpenServices, urls: ServerUrls) {
  const command = bootstrapCommand(open, () => Promise.resolve(urls));
  return runSingleCommand(command, argv, io);
}

// oxlint-disable-next-line max-params -- three things of three kinds, and what opens a source
export function runImportCommand(
  argv: Arguments,
  io: CommandIo,
  open: Parameters<typeof importCommand>[0],
  from?: Parameters<typeof importCommand>[2],
) {
  return runSingleCommand(importCommand(open, null, from), argv, io);
}

// oxlint-disable-next-line max-params -- four things of four kinds
export function runPruneLogsCommand(argv: Arguments, io: CommandIo, open: OpenServices, defaultDays: number) {
  const command = pruneLogsCommand(open, () => Promise.resolve(defaultDays));
  return runSingleCommand(command, argv, io);
}

export const runResetAdminPasswordCommand = (argv: Arguments, io: CommandIo, open: OpenServices) =>
  runSingleCommand(resetAdminPasswordCommand(open), argv, io);
