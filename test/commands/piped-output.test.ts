import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';
import { printSchema } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSubgraph } from '../../src/schema/federation/subgraph.js';
import { buildSchema } from '../../src/schema/index.js';
import { startRunningApp, type RunningApp } from '../client/running-app.js';
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

describe('a command whose output cannot be written', { timeout: 120_000 }, () => {
  let app: RunningApp;
  beforeAll(async () => {
    app = await startRunningApp();
    await app.as(app.admin.apiKey).rest('POST', '/memories', {
      messages: [{ role: 'user', content: 'Ada likes tea.' }],
      user_id: 'ada',
      infer: false,
    });
  });
  afterAll(() => app.close());

  /** Runs a line of the shell in which `gateway` is the program. @returns its exit code and what it printed */
  async function shell(line: string) {
    const env = { PATH: process.env.PATH, MEMORY_GATEWAY_URL: app.url, MEMORY_GATEWAY_API_KEY: app.admin.apiKey };
    const script = `gateway() { "${process.execPath}" "${await builtProgram()}" "$@"; }; ${line}`;
    return new Promise<{ code: unknown; stdout: string; stderr: string }>((resolve) => {
      execFile('/bin/sh', ['-c', script], { env }, (error, stdout, stderr) =>
        resolve({ code: error?.code ?? 0, stdout, stderr }),
      );
    });
  }

  it.runIf(existsSync('/dev/full')).each(['list', 'export', 'schema print'])(
    'says so and exits with 1 on a full disk: %s',
    async (command) => {
      expect(await shell(`gateway ${command} > /dev/full`)).toEqual({
        code: 1,
        stdout: '',
        stderr: 'The output cannot be written: ENOSPC: no space left on device, write.\n',
      });
    },
  );

  it('ends without an error when its reader ends', async () => {
    const requests = 'while :; do gateway list > /dev/null; done & sender=$!';
    const line = `${requests}; { gateway logs tail; echo "exit $?" >&2; } | head -n 1 | wc -l; kill $sender`;
    expect(await shell(line)).toEqual({ code: 0, stdout: '1\n', stderr: 'exit 0\n' });
    const early = '{ sleep 1; gateway list; echo "exit $?" >&2; } | true';
    expect(await shell(early)).toEqual({ code: 0, stdout: '', stderr: 'exit 0\n' });
  });
});
