import { Command, CommanderError } from 'commander';
import type { DomainError } from '@memory-gateway/errors';

export interface CommandIo {
  readonly stdout: { readonly isTTY?: boolean | undefined; write(text: string): unknown };
  readonly stderr: { readonly isTTY?: boolean | undefined; write(text: string): unknown };
  readonly stdin?: NodeJS.ReadStream;
}

/** The exit code. Null: the process continues until a signal. */
export type ExitCode = number | null;

interface CommandLine {
  readonly io: CommandIo;
  /** Wraps the action of a command: its result becomes the exit code. */
  run<Args extends unknown[]>(action: (...args: Args) => Promise<ExitCode>): (...args: Args) => Promise<void>;
}

/** Adds one command to the program. Each `-command.ts` file exports one. */
export type DefineCommand = (program: Command, line: CommandLine) => void;

export const WRONG_ARGUMENTS = 2;

/** An action rejects its arguments. Prints the message with the usage, and exits with 2. */
export class ArgumentsError extends CommanderError {
  constructor(message: string) {
    super(WRONG_ARGUMENTS, 'memory-gateway.arguments', message);
  }
}

/** Defines what the program itself says. */
export const describeProgram =
  (version: string): DefineCommand =>
  (program) =>
    program.version(version).description('An open-source memory server for AI applications and agents.');

export function hasCommand(define: readonly DefineCommand[], name: string | undefined): boolean {
  const program = new Command();
  const silent = { write: () => true };
  for (const add of define) add(program, { io: { stdout: silent, stderr: silent }, run: () => async () => undefined });
  return program.commands.some((command) => command.name() === name);
}

/** Runs a command line. @returns 0 done, 1 refused, 2 wrong arguments, null while the process continues */
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
  const unknown = explainUnknownCommand(program, argv[0] === 'help' ? argv[1] : argv[0]);
  if (unknown !== null) {
    io.stderr.write(`${unknown}\n${adviseHelp(program)}\n`);
    return WRONG_ARGUMENTS;
  }
  try {
    await program.parseAsync([...argv], { from: 'user' });
    return code;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    const { args, registeredArguments } = findCommand(program, argv);
    if (error.code === 'commander.excessArguments')
      io.stderr.write(`Unknown argument: ${args.slice(registeredArguments.length).join(' ')}\n`);
    if (error instanceof ArgumentsError)
      io.stderr.write(`error: ${error.message}\n${adviseHelp(findCommand(program, argv))}\n`);
    return error.exitCode === 0 ? 0 : WRONG_ARGUMENTS;
  }
}

// Existing subcommands do not inherit settings.
function prepare(command: Command, io: CommandIo): void {
  command
    .summary(capitalize(command.summary()))
    // The width of the terminal breaks the lines of a paragraph, not those of the source.
    .description(command.description().replace(/(?<=\S)\n(?=\S)/g, ' '))
    .exitOverride()
    .showHelpAfterError(adviseHelp(command))
    .allowExcessArguments(false)
    .configureOutput({
      writeOut: (text) => void io.stdout.write(text),
      writeErr: (text) => void io.stderr.write(text),
      getOutHasColors: () => io.stdout.isTTY === true,
      getErrHasColors: () => io.stderr.isTTY === true,
    });
  for (const child of command.commands) prepare(child, io);
}

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The default command would take a misspelt name as its argument. Without a default, commander suggests a name. */
function explainUnknownCommand(program: Command, word: string | undefined): string | null {
  if (word === undefined || word.startsWith('-') || word === 'help') return null;
  const names = new Command().exitOverride().configureOutput({ writeErr: () => undefined });
  for (const command of program.commands) names.command(command.name());
  try {
    names.parse([word], { from: 'user' });
    return null;
  } catch (error) {
    const isUnknown = error instanceof CommanderError && error.code === 'commander.unknownCommand';
    return isUnknown ? error.message : null;
  }
}

// The help of a command is longer than a screen, and would scroll the error away.
const adviseHelp = (command: Command): string => `See ${nameOf(command)} --help.`;

const nameOf = (command: Command): string =>
  command.parent ? `${nameOf(command.parent)} ${command.name()}` : command.name();

function findCommand(program: Command, argv: readonly string[]): Command {
  let command = program;
  // The default command takes options without a name in front.
  for (const word of argv[0]?.startsWith('-') ? ['serve', ...argv] : argv) {
    const child = command.commands.find((candidate) => candidate.name() === word);
    if (!child) break;
    command = child;
  }
  return command;
}

/** Arguments that have no name of their own, and options with another name than their field. */
const namesOfFields: Readonly<Record<string, string>> = {
  text: '<text>',
  query: '<query>',
  id: '<id>',
  expiresAt: '--expires',
  projectId: '--project',
  includeExpired: '--show-expired',
};

const toOptionName = (field: string): string =>
  namesOfFields[field] ?? `--${field.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

/** Writes the names of fields as in the commands: `topK` becomes `--top-k`, and `query` `<query>`. */
export const toOptionNames = (message: string): string =>
  message.replace(/`([a-z][A-Za-z]*)`/g, (_, field: string) => `\`${toOptionName(field)}\``);

/** Formats a domain error as lines that name options. */
export function explainRefusal({ message, fields = {} }: Pick<DomainError, 'message' | 'fields'>): string {
  const lines = Object.entries(fields ?? {}).map(([field, texts]) => {
    const text = toOptionNames(texts.join(' '));
    return text.includes(`\`${toOptionName(field)}\``) ? text : `${toOptionName(field)}: ${text}`;
  });
  return lines.length === 0 ? message : lines.join('\n');
}
