import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { migratedTemplate } from '../setup/embedded.js';

const script = fileURLToPath(new URL('../../scripts/demo-mcp.ts', import.meta.url));

it(
  'the demo shows an agent that recalls in a second session over MCP what it stored in the first',
  { timeout: 120_000 },
  async () => {
    const data = await mkdtemp(path.join(tmpdir(), 'memory-gateway-demo-test-'));
    onTestFinished(() => rm(data, { recursive: true, force: true }));
    await cp(await migratedTemplate(), data, { recursive: true });
    const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', script, '--data', data], {
      env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', EMBEDDER: 'none' },
    });
    const [first = '', second = ''] = stdout.split('Session 2');
    expect(first).toContain('Tool:   add_memory {"text":"I am allergic to peanuts."}');
    expect(second).toContain('Tool:   search_memories {"query":"What am I allergic to?","limit":1}');
    expect(second).toMatch(/Agent: {2}You told me: .*peanuts/);
    expect(second).not.toContain('add_memory');
  },
);
