import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

// The packages are not published: whoever claims their names first decides what an installation by name runs.
const root = fileURLToPath(new URL('../..', import.meta.url));
const listed = ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'];
const pages = execFileSync('git', listed, { cwd: root, encoding: 'utf8' })
  .trim()
  .split('\n')
  .filter((page) => !page.startsWith('docs/adr/'));
const ownName = /(?:^|[\s"'`])(?:@memory-gateway\/[\w-]+|memory-gateway(?:-[\w-]+)?)(?=$|[\s"'`,@])/;

/** Returns the commands of a text that download a package of this project by its name. */
function findDownloads(text: string): string[] {
  const commands = text
    .replaceAll('\\\n', ' ')
    // Configurations of MCP clients have the words of a command in a list.
    .replace(/"command": "(\w+)",\s*"args": \[([^\]]*)\]/g, (_match, program: string, args: string) =>
      [program, ...args.split(',').map((word) => word.trim().replaceAll('"', ''))].join(' '),
    )
    .split('\n')
    .flatMap(
      (line) =>
        line.match(
          /\b(?:npx|npm (?:i|install|add|exec|create)|pnpm (?:add|dlx)|yarn (?:add|dlx)|bunx|pip3? install|uvx)\b[^`|;&]*/g,
        ) ?? [],
    );
  return commands.filter((command) => ownName.test(command) && !/^npx --no -- /.test(command));
}

describe('the documentation', () => {
  it('is read whole', () => {
    expect(pages.length).toBeGreaterThan(60);
    expect(pages).toEqual(expect.arrayContaining(['README.md', 'packages/mcp/README.md', 'docs/quick-starts/mcp.md']));
  });

  it('tells nobody to install a name that this project does not own', () => {
    const found = pages.flatMap((page) =>
      findDownloads(readFileSync(path.join(root, page), 'utf8')).map((command) => `${page}: ${command}`),
    );
    expect(found).toEqual([]);
  });

  it.each([
    'npm install @memory-gateway/client graphql',
    'Write `npx memory-gateway` in a folder.',
    // Without the dashes, npx takes the options of the program for its own.
    'npx --no memory-gateway search "x" --user-id ada',
    'npm install -g memory-gateway',
    'pip install memory-gateway',
    '{ "command": "npx",\n "args": ["-y", "memory-gateway-mcp"] }',
  ])('is found to do so by %j', (text) => {
    expect(findDownloads(text)).toHaveLength(1);
  });

  it.each([
    'npm install ./packed/memory-gateway-client-0.1.0.tgz graphql',
    'npx --no -- memory-gateway doctor',
    'npm ci',
  ])('may say %j', (text) => {
    expect(findDownloads(text)).toEqual([]);
  });
});
