import { describe, expect, it } from 'vitest';
import { type DefineCommand, runCommandLine } from '@memory-gateway/cli';
import { serverCommands, type ServeOptions } from '../../src/commands/server-commands.js';

async function run(...argv: string[]) {
  const printed = { out: '', err: '' };
  const served: ServeOptions[] = [];
  const parts = {
    serve: async (options: ServeOptions) => void served.push(options),
    work: async () => undefined,
    printSchema: async () => 'type Query',
    printSubgraph: async () => 'type Query',
  };
  const code = await runCommandLine([serverCommands(parts)], argv, {
    stdout: { write: (text: string) => (printed.out += text) },
    stderr: { write: (text: string) => (printed.err += text) },
  });
  return { code, served, ...printed };
}

describe('the command line', () => {
  it('suggests the nearest command for a misspelt one, and starts no server', async () => {
    const { code, served, err } = await run('wroker');
    expect([code, served]).toEqual([2, []]);
    expect(err).toBe("error: unknown command 'wroker'\n(Did you mean worker?)\nSee memory-gateway --help.\n");
    expect(await run('help', 'wroker')).toMatchObject({ code: 2, out: '', err });
  });

  it('starts the server with the ports and the folder that it names, also without the word serve', async () => {
    const given = ['--port', '9000', '--dashboard-port', '9001', '--data-dir', '/data'];
    const expected = {
      code: null,
      served: [{ port: '9000', dashboardPort: '9001', dataDir: '/data' }],
      out: '',
      err: '',
    };
    expect(await run('serve', ...given)).toEqual(expected);
    expect(await run(...given)).toEqual(expected);
    expect((await run()).served).toEqual([{}]);
  });

  it('names an argument that a command does not take, and the help of the command', async () => {
    expect((await run('serve', '--port', '9000', 'now')).err).toMatch(
      /^error: too many arguments for 'serve'.*\nSee memory-gateway serve --help\.\nUnknown argument: now\n$/,
    );
    expect((await run('--port', '9000', 'now')).err).toContain('Unknown argument: now\n');
  });

  it('prints each paragraph of a help as one, and every summary with a capital letter', async () => {
    const print = { write: (text: string) => (out += text) };
    let out = '';
    const define: DefineCommand = (program) =>
      void program.command('dream').summary('dream of sheep').description('Dream of\nsheep\n\nAt night.');
    await runCommandLine([define], ['--help'], { stdout: print, stderr: print });
    await runCommandLine([define], ['dream', '--help'], { stdout: print, stderr: print });
    expect(out).toMatch(/ dream +Dream of sheep\n[^]*\n\nDream of sheep\n\nAt night\.\n/);
  });

  it.each(['http', '70000', '-1'])('refuses the port %s', async (port) => {
    const { code, served, err } = await run('serve', '--port', port);
    expect([code, served]).toEqual([2, []]);
    expect(err).toContain('--port');
  });
});
