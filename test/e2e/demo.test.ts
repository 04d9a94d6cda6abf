import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

it('the demo shows a server from its first memory to a restart', { timeout: 180_000 }, async () => {
  const tsx = fileURLToPath(new URL('../../node_modules/tsx/dist/cli.mjs', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [tsx, 'scripts/demo.ts', '--limit', '20'], {
    cwd: root,
  });
  expect(stdout).toContain('Where does Tobias work as a cook?');
  expect(stdout).toMatch(/ \* 1\. 0\.\d\d {2}2026-02-14 {2}Tobias: No, I cook for the primary school/);
  expect(stdout).toMatch(/(\d+) calls made, \1 seen live, 0 reported as dropped/);
  expect(stdout).toContain('20 memories before and after');
  expect(stdout.includes('\u001b[')).toBe(false);
});
