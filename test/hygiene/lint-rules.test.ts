import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const program = path.join(root, 'node_modules/oxlint/bin/oxlint');

/** Returns the rules that the files of a folder break. */
function broken(folder: string, ...args: string[]): Promise<string[]> {
  return new Promise((resolve) =>
    execFile(process.execPath, [program, '--format=json', ...args], { cwd: folder }, (_error, stdout) => {
      const { diagnostics } = JSON.parse(stdout) as { diagnostics: { code: string }[] };
      resolve(diagnostics.map(({ code }) => code).sort());
    }),
  );
}

/** Returns the rules that a text breaks as a file of the repository. */
async function brokenAs(file: string, text: string): Promise<string[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'memory-gateway-lint-'));
  try {
    await cp(path.join(root, '.oxlintrc.json'), path.join(folder, '.oxlintrc.json'));
    await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
    await writeFile(path.join(folder, file), text);
    return await broken(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

const sample = `
type Colour = 'red' | 'green';
/** Says it. */
export function say(colour: Colour, ...[]: never[]): string {
  switch (colour) { case 'red': return 'r'; }
  return 'g';
}
/** Takes too much. */
export function four(a: number, b: number, c: number, d: number): number { Promise.resolve(a); return b + c + d; }
export default four;
`;

describe('the lint', () => {
  it('refuses four parameters, empty patterns and unnamed exports', async () => {
    expect(await brokenAs('src/ids.ts', sample)).toEqual([
      'eslint(max-params)',
      'eslint(no-empty-pattern)',
      'import(no-default-export)',
    ]);
  });

  it('refuses incomplete switches and floating promises', { timeout: 120_000 }, async () => {
    const file = path.join(root, 'test/hygiene', `sample-of-lint-${process.pid}.ts`);
    await writeFile(file, sample);
    try {
      expect(await broken(root, '--type-aware', file)).toEqual(
        expect.arrayContaining(['typescript(no-floating-promises)', 'typescript(switch-exhaustiveness-check)']),
      );
    } finally {
      await rm(file);
    }
  });

  it('refuses files of more than 250 lines of code', async () => {
    const lines = (count: number) =>
      Array.from({ length: count }, (_, at) => `export const n${at} = ${at};\n\n`).join('');
    expect(await brokenAs('src/ids.ts', lines(250))).toEqual([]);
    expect(await brokenAs('src/ids.ts', lines(251))).toEqual(['eslint(max-lines)']);
  });

  it('refuses names that a script does not define', async () => {
    expect(await brokenAs('scripts/print.mjs', 'console.log(require, Map);')).toEqual(['eslint(no-undef)']);
  });

  it.each([
    'export const port = process.env.PORT;',
    "export const port = process['env']['PORT'];",
    'const { env } = process; export const port = env.PORT;',
    "import { env } from 'node:process'; export const port = env.PORT;",
    "import process from 'node:process'; export const port = process.env.PORT;",
    'export const port = globalThis.process.env.PORT;',
  ])('refuses a look at the environment outside of the configuration: %s', async (text) => {
    expect(await brokenAs('src/ids.ts', text)).not.toEqual([]);
    expect(await brokenAs('src/config.ts', text)).toEqual([]);
  });
});
