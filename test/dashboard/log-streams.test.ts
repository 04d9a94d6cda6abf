import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { startLogReceiver, type LogReceiver } from '../log-stream/log-receiver.js';
import { readLines } from '../log-stream/setup.js';
import { describePages, startDashboard, type DashboardApp } from './browser.js';
import { held } from './graphql.js';

describePages('the log streams page', () => {
  let app: DashboardApp;
  let receiver: LogReceiver;
  beforeAll(async () => {
    app = await startDashboard({ outboundAllow: ['loopback'] });
  });
  beforeEach(async () => {
    await app.reset();
    receiver = await startLogReceiver();
  });
  afterEach(() => receiver.close());
  afterAll(() => app.close());

  it('creates a stream, pauses it, shows its lag, resumes, replays and deletes it', async () => {
    const page = await app.signedIn('/dashboard/log-streams');
    await page.getByText('No log streams yet').waitFor();
    await page.getByRole('button', { name: 'New log stream' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.locator('input[name=name]').fill('Archive');
    await dialog.locator('input[name=url]').fill('http://10.0.0.1/');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await dialog.getByText(/private/).waitFor();
    await dialog.locator('input[name=url]').fill(receiver.url);
    await dialog.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('dialog', { name: 'Log stream created' }).waitFor();
    expect(await page.getByTestId('secret').textContent()).toMatch(/^whsec_/);
    await page.getByRole('button', { name: 'Done' }).click();
    const row = page.getByRole('row', { name: /Archive/ });
    await row.getByText('Active').waitFor();
    // The stream begins with its own row of the audit log.
    await receiver.arrived(1);
    const [first] = readLines(receiver.batches[0]?.body ?? '');
    expect(first).toMatchObject({ log: 'audit', action: 'log_stream.create' });

    await row.getByRole('button', { name: 'Pause' }).click();
    await row.getByText('Paused').waitFor();
    const query = '{ logStreams(projectId: "$id") { nodes { lag { rowCount } } } }'.replace('$id', app.admin.projectId);
    const waiting = async () =>
      (await held<{ logStreams: { nodes: { lag: { rowCount: number } }[] } }>(app, query)).logStreams.nodes[0]?.lag
        .rowCount;
    await expect.poll(waiting, { timeout: 10_000 }).toBe(1);
    await page.reload();
    await row.getByText(/^1 row/).waitFor();
    await row.getByRole('button', { name: 'Resume' }).click();
    await row.getByText('Active').waitFor();
    await receiver.arrived(2);
    const before = receiver.batches.length;
    await row.getByRole('button', { name: 'Replay' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Replay' }).click();
    await page.getByText('Replay started').waitFor();
    await receiver.arrived(before + 1);
    expect(readLines(receiver.batches.at(-1)?.body ?? '')).not.toEqual([]);

    await row.getByRole('button', { name: 'Delete' }).click();
    await page.getByLabel('Type Archive to confirm').fill('Archive');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No log streams yet').waitFor();
    expect(app.problems).toEqual([]);
  });

  it.each(['project', 'organization'])(
    'shows a failing stream of the %s on Home until the endpoint accepts a batch',
    async (scope) => {
      const place = scope === 'project' ? { projectId: app.admin.projectId } : { organizationId: app.admin.orgId };
      const failing = await startLogReceiver((response) => response.writeHead(500).end());
      try {
        const input = { name: 'Archive', source: 'AUDIT_LOG', format: 'NDJSON' };
        const create = `mutation ($input: CreateLogStreamInput!) {
  createLogStream(input: $input) { ... on CreateLogStreamPayload { logStream { id } } }
}`;
        const { createLogStream } = await held<{ createLogStream: { logStream: { id: string } } }>(app, create, {
          input: { ...input, ...place, url: failing.url },
        });
        await failing.arrived(1);
        const { id } = createLogStream.logStream;
        const read = () =>
          held<{ logStream: { failingSince: string | null } }>(
            app,
            'query ($id: ID!) { logStream(id: $id) { failingSince } }',
            { id },
          );
        await expect.poll(async () => (await read()).logStream.failingSince, { timeout: 10_000 }).not.toBeNull();
        const page = await app.signedIn('/dashboard/home');
        const attention = page.getByRole('region', { name: 'Needs attention' });
        await attention.getByText('Log stream Archive is failing').waitFor();
        await attention.getByText('No batch has arrived since').waitFor();
        await attention.getByRole('link', { name: 'Review log streams' }).click();
        await page.reload();
        await page
          .getByRole('row', { name: /Archive/ })
          .getByText('Failing')
          .waitFor();
        await held(app, 'mutation ($input: UpdateLogStreamInput!) { updateLogStream(input: $input) { __typename } }', {
          input: { id, url: receiver.url },
        });
        await receiver.arrived(1);
        await expect.poll(async () => (await read()).logStream.failingSince, { timeout: 10_000 }).toBeNull();
        await page.goto(`${app.url}/dashboard/home`);
        await attention.getByText('Nothing needs attention.').waitFor();
        expect(app.problems).toEqual([]);
      } finally {
        await failing.close();
      }
    },
  );
});
