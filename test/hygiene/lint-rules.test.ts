import { ESLint } from 'eslint';
import { execFile } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
let eslint: ESLint;
beforeAll(() => {
  eslint = new ESLint({ cwd: root });
});

/** Returns the rules that a text breaks as a file of the repository. */
async function broken(text: string, file: string): Promise<string[]> {
  const [result] = await eslint.lintText(text, { filePath: path.join(root, file) });
  return [...new Set((result?.messages ?? []).map(({ ruleId, message }) => ruleId ?? message))].sort();
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

/** Returns the rules about types that a text breaks as a file of the repository. */
async function brokenTypes(text: string): Promise<string[]> {
  const file = path.join(root, 'test/hygiene', `sample-of-lint-${process.pid}.ts`);
  const program = path.join(root, 'node_modules/oxlint/bin/oxlint');
  await writeFile(file, text);
  try {
    const output = await new Promise<string>((resolve) =>
      execFile(process.execPath, [program, '--type-aware', '--format=json', file], { cwd: root }, (_error, stdout) =>
        resolve(stdout),
      ),
    );
    const { diagnostics } = JSON.parse(output) as { diagnostics: { code: string }[] };
    return diagnostics.map(({ code }) => code);
  } finally {
    await rm(file);
  }
}

describe('the lint', () => {
  it('refuses four parameters and unnamed exports', { timeout: 120_000 }, async () => {
    expect(await broken(sample, 'src/ids.ts')).toEqual(expect.arrayContaining(['max-params', 'no-restricted-syntax']));
  });

  it('refuses incomplete switches and floating promises', { timeout: 120_000 }, async () => {
    expect((await brokenTypes(sample)).sort()).toEqual([
      'typescript(no-floating-promises)',
      'typescript(switch-exhaustiveness-check)',
    ]);
  });

  it.each([
    'export const port = process.env.PORT;',
    "export const port = process['env']['PORT'];",
    'const { env } = process; export const port = env.PORT;',
    "import { env } from 'node:process'; export const port = env.PORT;",
    "import process from 'node:process'; export const port = process.env.PORT;",
    'export const port = globalThis.process.env.PORT;',
  ])('refuses a look at the environment outside of the configuration: %s', { timeout: 120_000 }, async (text) => {
    const environmental = (rule: string) =>
      ['no-restricted-properties', 'no-restricted-imports', 'no-restricted-syntax'].includes(rule);
    expect((await broken(text, 'src/ids.ts')).filter(environmental)).not.toEqual([]);
    expect((await broken(text, 'src/config.ts')).filter(environmental)).toEqual([]);
  });
});
