import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { unnamedBreakingChanges } from '../scripts/check-breaking.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\0')
  .filter((file) => file !== '' && existsSync(path.join(root, file)));

interface Manifest {
  readonly license?: string;
  readonly scripts?: Record<string, string>;
  readonly dependencies?: Record<string, string>;
  readonly overrides?: Record<string, unknown>;
  readonly peerDependencies?: Record<string, string>;
  readonly peerDependenciesMeta?: Record<string, { optional?: boolean }>;
}
const manifestOf = (folder: string) => JSON.parse(read(path.join(folder, 'package.json'))) as Manifest;

/** Resolves a package from a folder like Node. Null: not installed, as optional packages may be. */
function findPackage(name: string, from: string): string | null {
  const candidate = path.join(from, 'node_modules', name);
  if (existsSync(path.join(root, candidate, 'package.json'))) return candidate;
  return from === '' || from === '.' ? null : findPackage(name, path.dirname(from));
}

/** Lists every installed package of the server: dependencies and required peers, transitively. */
function productionPackages(): string[] {
  const seen = new Set<string>();
  const follow = (folder: string) => {
    const { dependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} } = manifestOf(folder);
    const peers = Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta[name]?.optional);
    for (const name of [...Object.keys(dependencies), ...peers]) {
      const found = findPackage(name, folder);
      if (found === null || seen.has(found)) continue;
      seen.add(found);
      follow(found);
    }
  };
  follow('');
  return [...seen].sort();
}

const permissive =
  /^\(?(MIT|MIT-0|ISC|BSD-2-Clause|BSD-3-Clause|Apache-2\.0|0BSD|BlueOak-1\.0\.0|Unlicense|CC0-1\.0|Python-2\.0)\b/;

function isPermissive(license: string): boolean {
  const choices = license.replace(/[()]/g, '').split(' OR ');
  return choices.some((choice) => choice.split(' AND ').every((part) => permissive.test(part.trim())));
}

describe('the repository', () => {
  it('names no path or registry of the machine it was written on', () => {
    // Assembled from parts, so that this file does not match.
    const machine = new RegExp(['/', '(work|root|home/[a-z]+|Users/[A-Za-z]+)', '/'].join(''));
    const registry = new RegExp(['"resolved":', ' "http'].join(''));
    const texts = tracked.filter((file) => isText(file));
    const offences = texts.filter((file) => {
      const text = read(file);
      return machine.test(text) || registry.test(text);
    });
    expect(offences).toEqual([]);
  });

  it('gives a reason for each override of a dependency, and replaces none by a package of others', () => {
    const { overrides = {} } = manifestOf('');
    const reasons = read('docs/adr/0008-dependencies.md');
    expect(Object.keys(overrides).filter((name) => !reasons.includes(name))).toEqual([]);
    expect(JSON.stringify(overrides)).not.toContain('"npm:');
  });

  it('runs on packages with permissive licences alone', () => {
    const packages = productionPackages();
    expect(packages.length).toBeGreaterThan(50);
    const offences = packages
      .map((folder) => ({ folder, license: manifestOf(folder).license ?? 'none stated' }))
      .filter(({ license }) => !isPermissive(license));
    expect(offences).toEqual([]);
  });

  it('installs no package that runs a script at installation, except those that were read', () => {
    const { packages } = JSON.parse(read('package-lock.json')) as {
      packages: Record<string, { hasInstallScript?: boolean }>;
    };
    const withScripts = Object.keys(packages).filter((folder) => packages[folder]?.hasInstallScript);
    // Each of them looks for its own binary. A package that reports the installation to a host does not belong here.
    expect(withScripts.map((folder) => folder.replace(/^.*node_modules\//, ''))).toEqual([
      '@prisma/engines',
      'bcrypt',
      'esbuild',
      'prisma',
    ]);
  });

  it('has every npm script that its pages mention', () => {
    const pages = tracked.filter(
      (file) => file.endsWith('.md') && !file.startsWith('bench/') && !file.startsWith('dashboard/'),
    );
    const scripts = manifestOf('').scripts ?? {};
    const mentioned = pages.flatMap((file) =>
      [...read(file).matchAll(/\bnpm run (?:--silent |-s )?([\w:-]+)/g)].map((match) => ({
        file,
        script: match[1] ?? '',
      })),
    );
    expect(mentioned.filter(({ script }) => !(script in scripts))).toEqual([]);
  });

  it('has every file that its pages link to', () => {
    const pages = tracked.filter((file) => file.endsWith('.md'));
    const links = pages.flatMap((file) =>
      [...read(file).matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)].map((match) => ({ file, link: match[1] ?? '' })),
    );
    expect(links.filter(({ file, link }) => !existsSync(path.join(root, path.dirname(file), link)))).toEqual([]);
  });
});

describe('the check for breaking changes', () => {
  const before = 'type Query { memory(id: ID!): String, old: Int } type Gone { id: ID }';
  const now = 'type Query { memory(id: ID!, at: Int!): String, fresh: Int }';
  const check = (changelog: string) => unnamedBreakingChanges({ before, now, changelog });

  it('finds what callers would notice, and nothing in an addition', () => {
    expect(check('## Unreleased\n')).toHaveLength(3);
    expect(
      unnamedBreakingChanges({ before, now: before.replace('old: Int', 'old: Int, more: Int'), changelog: '' }),
    ).toEqual([]);
  });

  it('accepts a change that the changelog names, where it says what is new', () => {
    expect(check('## Unreleased\n- `Query.old` and `Gone` are removed, `Query.memory` needs `at`.\n')).toEqual([]);
    expect(check('## Unreleased\n- Removed `Query.old`.\n')).toHaveLength(2);
    expect(check('## Unreleased\n\n## 2.0.0\n\n## 1.0.0\n- `Query.old`, `Gone`, `Query.memory`\n')).toHaveLength(3);
  });
});

function isText(file: string): boolean {
  return !/\.(png|jpe?g|gif|ico|woff2?|gz|zip|bin|wasm|onnx)$/.test(file);
}
