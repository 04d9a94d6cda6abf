import { describe, expect, it } from 'vitest';
import { runCommandLine } from '@memory-gateway/cli';
import { doctorCommand } from '../../src/commands/doctor-command.js';
import { loadConfig } from '../../src/config.js';

/** Runs the checks that need no database. */
async function runDoctor(settings: Readonly<Record<string, string>>) {
  const load = async () => loadConfig({ JWT_SECRET: 'a-secret-of-the-test-suite-5d1f0c', ...settings });
  const open = () => Promise.reject(new Error('No database is needed.'));
  let out = '';
  const io = { stdout: { write: (text: string) => (out += text) }, stderr: { write: () => undefined } };
  await runCommandLine([doctorCommand(open, load, () => null)], ['doctor', '--json'], io);
  const { checks } = JSON.parse(out) as { checks: { check: string; ok: boolean; detail: string }[] };
  return (name: string) => checks.find(({ check }) => check === name);
}

describe('doctor names the variable of a path that the server cannot write', () => {
  it.each([
    ['disk', { DATA_DIR: `${import.meta.filename}/data` }, `DATA_DIR: ${import.meta.filename} is no folder.`],
    ['backups', { BACKUP_DIR: import.meta.filename }, `BACKUP_DIR: ${import.meta.filename} is no folder.`],
    ['audit heads', { AUDIT_HEADS_FILE: import.meta.dirname }, `AUDIT_HEADS_FILE: ${import.meta.dirname} is a folder.`],
    ['audit heads', { AUDIT_HEADS_FILE: '/none/heads' }, 'AUDIT_HEADS_FILE: /none cannot be written (ENOENT).'],
  ])('of the check %s with %j', async (check, settings, detail) => {
    const found = (await runDoctor(settings))(check);
    expect(found).toEqual({ check, ok: false, detail: expect.stringContaining(detail) });
  });

  it('and has no check of what is not set', async () => {
    const find = await runDoctor({});
    expect([find('backups'), find('audit heads'), find('disk')?.ok]).toEqual([undefined, undefined, true]);
  });
});

describe('doctor says whether the session cookie is Secure', () => {
  it.each([
    [{}, 'not Secure behind a proxy that ends TLS: set PUBLIC_URL to the https origin'],
    [{ TRUST_PROXY: 'true' }, 'Secure if the trusted proxy says https; set PUBLIC_URL to decide it'],
    [{ PUBLIC_URL: 'https://memory.example.com' }, 'Secure'],
    [{ PUBLIC_URL: 'http://memory.example.com', TRUST_PROXY: 'true' }, 'not Secure: PUBLIC_URL is http'],
  ])('with %j', async (settings, detail) => {
    expect((await runDoctor(settings))('session cookie')?.detail).toBe(detail);
  });
});
