import { pino } from 'pino';
import { beforeEach, describe, expect, it } from 'vitest';
import { runBootstrapCommand } from '../helpers/run-command.js';
import { pointAtFirstMemory, warnAtStart } from '../../src/commands/start-messages.js';
import { loadConfig, type Environment } from '../../src/config.js';
import { people, testServices, type TestServices } from '../helpers/context.js';

let services: TestServices;
let lines: { level: number; msg: string; dashboardUrl?: string }[];
beforeEach(async () => {
  lines = [];
  const log = pino({ level: 'info' }, { write: (line) => lines.push(JSON.parse(line) as (typeof lines)[number]) });
  services = await testServices({ log });
});

const JWT_SECRET = 'a-secret-of-the-test-suite-5d1f0c';
const ADMIN_API_KEY = 'an-admin-key-of-the-test-suite';
async function started(env: Environment): Promise<string[]> {
  await warnAtStart({ ...services, config: loadConfig({ JWT_SECRET, ...env }) });
  return lines.map(({ msg }) => msg);
}

describe('3 start-up messages', () => {
  it('disabled authentication is logged at each start, and nothing else', async () => {
    expect(await started({ AUTH_DISABLED: 'true' })).toEqual([expect.stringContaining('AUTH_DISABLED=true')]);
    expect(lines[0]?.level).toBe(40);
  });

  it('without a user and an admin key, the three options are listed', async () => {
    expect(await started({})).toEqual([expect.stringMatching(/bootstrap.*ADMIN_API_KEY.*AUTH_DISABLED=true/)]);
  });

  it('each variable without effect is named', async () => {
    expect(await started({ ADMIN_API_KEY, DATA_DIRS: '/data' })).toEqual([
      'DATA_DIRS has no effect. Did you mean DATA_DIR?',
    ]);
  });

  it('with an admin key or a user, nothing is logged', async () => {
    expect(await started({ ADMIN_API_KEY })).toEqual([]);
    await people(services);
    expect(await started({})).toEqual([]);
  });

  it('the first memory stored is answered by one line that points at the dashboard', async () => {
    pointAtFirstMemory(services);
    for (const change of ['DELETE', 'ADD', 'ADD'] as const)
      await services.bus.publish('memoryChanged', { projectId: 'proj_x', memoryIds: [], change });
    expect(lines).toEqual([expect.objectContaining({ level: 30, dashboardUrl: 'http://localhost:3000' })]);
  });
});

describe('3 bootstrap', () => {
  it('explains both ways on when there is an admin, and exits with 1', async () => {
    const printed = { out: '', err: '' };
    const io = {
      stdout: { write: (text: string) => (printed.out += text) },
      stderr: { write: (text: string) => (printed.err += text) },
    };
    const run = () =>
      runBootstrapCommand(['--json'], io, async () => ({ services, close: async () => undefined }), {
        apiUrl: 'http://a',
        dashboardUrl: 'http://d',
      });
    expect(await run()).toBe(0);
    expect(Object.keys(JSON.parse(printed.out) as object)).toEqual([
      'api_url',
      'dashboard_url',
      'email',
      'password',
      'api_key',
      'org_id',
      'project_id',
    ]);
    expect(await run()).toBe(1);
    expect(printed.err).toContain('POST /api-keys');
    expect(printed.err).toContain('reset-admin-password');
  });
});
