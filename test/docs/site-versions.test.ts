import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

it(
  'the guide has the pages of an earlier version below its name, and names both versions on each',
  { timeout: 600_000 },
  async () => {
    const out = await mkdtemp(path.join(tmpdir(), 'memory-gateway-docs-'));
    try {
      const site = path.join(out, 'site');
      const options = ['--base', '/', '--versions', 'HEAD', '--out', site];
      await promisify(execFile)('npm', ['run', '--silent', 'docs', '--', ...options]);
      for (const page of ['getting-started.html', 'HEAD/getting-started.html']) {
        const html = readFileSync(path.join(site, page), 'utf8');
        expect([...html.matchAll(/<option value="([^"]*)"/g)].map(([, link]) => link).slice(0, 2)).toEqual([
          '/',
          '/HEAD/',
        ]);
      }
      expect(readFileSync(path.join(site, 'HEAD/llms.txt'), 'utf8')).toContain('](/HEAD/getting-started.md)');
    } finally {
      await rm(out, { recursive: true, force: true });
    }
  },
);
