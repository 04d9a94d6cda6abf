import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { findDisagreements, nextVersion, releaseChangelog } from '../../scripts/release.mjs';

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

describe('a release', () => {
  it('is the next minor version, or a later one that is given', () => {
    expect(nextVersion('0.1.9')).toBe('0.2.0');
    expect(nextVersion('0.9.0', '0.10.0')).toBe('0.10.0');
    expect(() => nextVersion('0.2.0', '0.2.0')).toThrow('0.2.0 must come after 0.2.0.');
    expect(() => nextVersion('0.2.0', '0.3')).toThrow('"0.3" must be a version such as 0.2.0.');
  });

  it('names what was unreleased in the changelog, and refuses to release nothing', () => {
    const text = '# Changelog\n\n## Unreleased\n\n- One thing.\n';
    expect(releaseChangelog(text, '0.2.0', '2030-01-02')).toBe(
      '# Changelog\n\n## Unreleased\n\n## 0.2.0 (2030-01-02)\n\n- One thing.\n',
    );
    expect(() => releaseChangelog('## Unreleased\n\n## 0.1.0\n\n- Old.\n', '0.2.0', '')).toThrow(
      'nothing under "Unreleased"',
    );
  });

  it('finds a part of the checkout with another version', () => {
    const others = findDisagreements('.', version).filter((problem) => !problem.startsWith('CHANGELOG'));
    expect(others).toEqual([]);
    const places = findDisagreements('.', '9.9.9');
    expect(places).toEqual(
      expect.arrayContaining([
        `package.json has "version": "${version}".`,
        `package.json has "@memory-gateway/mcp": "${version}".`,
        `packages/meter/package.json has "version": "${version}".`,
        `compose.yaml has memory-gateway:${version}.`,
        `docs/frameworks.md has memory-gateway-mastra-${version}.tgz.`,
        'package-lock.json has another version of the product.',
        'package-lock.json has another version of packages/models.',
        'CHANGELOG.md has no section of the version.',
      ]),
    );
  });
});
