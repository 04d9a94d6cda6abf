import { Command, CommanderError } from 'commander';
import type { Services } from '../context.js';
import type { DomainError } from '../errors.js';

export interface CommandIo {
  readonly stdout: { readonly isTTY?: boolean | undefined; write(text: string): unknown };
  readonly stderr: { readonly isTTY?: boolean | undefined; write(text: string): unknown };
  readonly stdin?: NodeJS.ReadStream;
}

/** Opens the database and the providers for a command. Called after the arguments were understood. */
export type OpenServices = () => Promise<{ services: Services; close: () => Promise<void> }>;

/** What an action returns: the exit code, or null when the process goes on until a signal. */
export type ExitCode = number | null;

export interface CommandLine {
  readonly io: CommandIo;
  /** Wraps the action of a command: its result becomes the exit code. */
  run<Args extends unknown[]>(action: (...args: Args) => Promise<ExitCode>): (...args: Args) => Promise<void>;
}

/** One command: adds itself to the program. Each file in this folder that ends in `-command.ts` exports one. */
export type DefineCommand = (program: Command, line: CommandLine) => void;

/** The result that wrong arguments end with. */
const WRONG_ARGUMENTS = 2;

/** An action refuses its arguments: the message is printed with the usage, and the exit code is 2. */
export class ArgumentsError extends CommanderError {
  constructor(message: string) {
    super(WRONG_ARGUMENTS, 'memory-gateway.arguments', message);
  }
}

/**
 * Runs one command line.
 * @param define adds the commands
 * @returns 0 done, 1 refused, 2 wrong arguments, null while the process goes on
 */
export async function runCommandLine(
  define: readonly DefineCommand[],
  argv: readonly string[],
  io: CommandIo,
): Promise<ExitCode> {
  let code: ExitCode = 0;
  const program = new Command('memory-gateway');
  const run: CommandLine['run'] =
    (action) =>
    async (...args) => {
      code = await action(...args);
    };
  for (const add of define) add(program, { io, run });
  prepare(program, io);
  try {
    await program.parseAsync([...argv], { from: 'user' });
    return code;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.code === 'commander.excessArguments') io.stderr.write(`Unknown command or argument: ${argv.join(' ')}\n`);
    if (error instanceof ArgumentsError) io.stderr.write(`${error.message}\n\n${usageOf(program, argv)}`);
    return error.exitCode === 0 ? 0 : WRONG_ARGUMENTS;
  }
}

/** Runs one command alone: how tests call it. */
export function runSingleCommand(define: DefineCommand, argv: readonly string[], io: CommandIo): Promise<ExitCode> {
  let name = '';
  const named: DefineCommand = (program, line) => {
    define(program, line);
    name = program.commands[0]?.name() ?? '';
  };
  const program = new Command('memory-gateway');
  named(program, { io, run: () => async () => undefined });
  return runCommandLine([define], [name, ...argv], io);
}

// Settings are not inherited by commands that exist already, so each gets them.
function prepare(command: Command, io: CommandIo): void {
  command
    .exitOverride()
    .showHelpAfterError(true)
    .allowExcessArguments(false)
    .configureOutput({
      writeOut: (text) => void io.stdout.write(text),
      writeErr: (text) => void io.stderr.write(text),
      getOutHasColors: () => io.stdout.isTTY === true,
      getErrHasColors: () => io.stderr.isTTY === true,
    });
  for (const child of command.commands) prepare(child, io);
}

function usageOf(program: Command, argv: readonly string[]): string {
  let command = program;
  for (const word of argv) {
    const child = command.commands.find((candidate) => candidate.name() === word);
    if (!child) break;
    command = child;
  }
  return command.helpInformation();
}

/** A refusal of a use case, as lines that name options. */
export function explainRefusal({ message, fields = {} }: Pick<DomainError, 'message' | 'fields'>): string {
  const lines = Object.entries(fields ?? {}).map(([field, texts]) => `--${field}: ${texts.join(' ')}`);
  return lines.length === 0 ? message : lines.join('\n');
}
