import type { CommandIo, ExitCode } from './command-line.js';

interface Printed {
  readonly json: boolean | undefined;
  readonly value: object;
  readonly text: string;
}

/** Prints the result of a command: one line of JSON, or a text for people. @returns the exit code 0 */
export function printResult({ stdout }: CommandIo, { json, value, text }: Printed): ExitCode {
  stdout.write(json ? `${JSON.stringify(value)}\n` : text);
  return 0;
}
