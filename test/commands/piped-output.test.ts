import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { printSchema } from 'graphql';
import { describe, expect, it } from 'vitest';
import { createSubgraph } from '../../src/schema/federation/subgraph.js';
import { buildSchema } from '../../src/schema/index.js';
import { builtProgram } from '../helpers/built-program.js';

/** Runs a command with its output in a pipe, which takes 64 KiB at a time. */
async function pipe(command: string): Promise<string> {
  const line = `"$0" "$1" ${command} | cat`;
  const options = { maxBuffer: 10_000_000 };
  return (await promisify(execFile)('/bin/sh', ['-c', line, process.execPath, await builtProgram()], options)).stdout;
}

describe('a command whose output is longer than a pipe takes', () => {
  it('prints the whole schema', { timeout: 120_000 }, async () => {
    expect(await pipe('schema print')).toBe(`${printSchema(buildSchema())}\n`);
  });

  it('prints the whole subgraph', { timeout: 120_000 }, async () => {
    expect(await pipe('subgraph-schema')).toBe(`${createSubgraph(buildSchema()).sdl}\n`);
  });
});
