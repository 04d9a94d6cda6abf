import { ESLint } from 'eslint';
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

describe('the lint', () => {
  it(
    'refuses incomplete switches, floating promises, four parameters and unnamed exports',
    { timeout: 120_000 },
    async () => {
      const text = `
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
      expect(await broken(text, 'src/ids.ts')).toEqual(
        expect.arrayContaining([
          '@typescript-eslint/switch-exhaustiveness-check',
          '@typescript-eslint/no-floating-promises',
          'max-params',
          'no-restricted-syntax',
        ]),
      );
    },
  );

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
