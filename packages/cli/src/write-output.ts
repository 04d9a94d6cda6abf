import { once } from 'node:events';
import { Writable } from 'node:stream';
import type { CommandIo } from './command-line.js';

/** Writes text to stdout and waits for a slow reader. Rejects when the reader has closed the pipe. */
export async function writeOutput({ stdout }: CommandIo, text: string): Promise<void> {
  if (stdout.write(text) === false && stdout instanceof Writable) await once(stdout, 'drain');
}
