import { describe, expect, it } from 'vitest';
import { runCommandLine } from '../../src/commands/command-line.js';
import { doctorCommand } from '../../src/commands/doctor-command.js';
import { loadConfig } from '../../src/config.js';

describe('doctor says whether the session cookie is Secure', () => {
  it.each([
    [{}, 'not Secure behind a proxy that ends TLS: set PUBLIC_URL to the https origin'],
    [{ TRUST_PROXY: 'true' }, 'Secure if the trusted proxy says https; set PUBLIC_URL to decide it'],
    [{ PUBLIC_URL: 'https://memory.example.com' }, 'Secure'],
    [{ PUBLIC_URL: 'http://memory.example.com', TRUST_PROXY: 'true' }, 'not Secure: PUBLIC_URL is http'],
  ])('with %j', async (settings, detail) => {
    const load = async () => loadConfig({ JWT_SECRET: 'a-secret-of-the-test-suite-5d1f0c', ...settings });
    const open = () => Promise.reject(new Error('No database is needed.'));
    let out = '';
    const io = { stdout: { write: (text: string) => (out += text) }, stderr: { write: () => undefined } };
    await runCommandLine([doctorCommand(open, load, () => null)], ['doctor', '--json'], io);
    const { checks } = JSON.parse(out) as { checks: { check: string; detail: string }[] };
    expect(checks.find(({ check }) => check === 'session cookie')?.detail).toBe(detail);
  });
});
