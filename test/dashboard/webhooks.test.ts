import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { startReceiver, type Receiver } from '../webhook/receiver.js';
import { verify } from '../webhook/setup.js';
import { findViolations } from './axe.js';
import { closeAfterTest, describePages, startDashboard, type DashboardApp } from './browser.js';
import { held } from './graphql.js';
import { chooseOption, readChoice } from './select.js';

describePages('the webhooks page', () => {
  let app: DashboardApp;
  let receiver: Receiver;
  let answer: number;
  beforeAll(async () => {
    app = await startDashboard({ outboundAllow: ['loopback'] });
  });
  beforeEach(async () => {
    await app.reset();
    answer = 200;
    receiver = await startReceiver((response) =>
      response.writeHead(answer, { 'content-type': 'text/plain' }).end(`<b>answer</b> ${answer}`),
    );
  });
  afterEach(() => receiver.close());
  afterAll(() => app.close());

  const hook = async (name = 'Audit') => {
    const create =
      'mutation ($input: CreateWebhookInput!) { createWebhook(input: $input) { ... on CreateWebhookPayload { webhook { id } } } }';
    const { createWebhook } = await held<{ createWebhook: { webhook: { id: string } } }>(app, create, {
      input: { name, url: receiver.url, eventTypes: ['MEMORY_ADD'] },
    });
    return createWebhook.webhook.id;
  };
  const webhook = async (id: string, fields: string) =>
    (
      await held<{ webhook: Record<string, unknown> }>(app, `query ($id: ID!) { webhook(id: $id) { ${fields} } }`, {
        id,
      })
    ).webhook;
  const secretOf = async (page: Page) => (await page.getByTestId('secret').textContent()) ?? '';
  const deliveries = (page: Page) => page.getByRole('region', { name: 'Deliveries' });

  it('creates one, shows its secret once, and refuses what must not be called', async () => {
    const page = await app.signedIn('/dashboard/webhooks');
    await page.getByText('No webhooks yet').waitFor();
    await page.getByRole('button', { name: 'New webhook' }).click();
    await page.getByRole('dialog').locator('input[name=name]').fill('Audit');
    await page.getByRole('dialog').locator('input[name=url]').fill('http://10.0.0.1/');
    await page.getByRole('dialog').getByLabel('A memory was deleted').uncheck();
    await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
    await page
      .getByRole('dialog')
      .getByText(/private/)
      .waitFor();
    await page.getByRole('dialog').locator('input[name=url]').fill(receiver.url);
    await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
    await page.getByRole('dialog', { name: 'Webhook created' }).waitFor();
    const secret = await secretOf(page);
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('link', { name: 'Audit' }).click();
    await page.getByRole('button', { name: 'Send test event' }).click();
    await deliveries(page)
      .getByRole('row', { name: /test.*Delivered.*200/i })
      .waitFor();
    await receiver.arrived(1);
    expect(verify(secret, receiver.received[0]!)).toMatchObject({ event_details: { event: 'TEST' } });
    await chooseOption(page.getByLabel('Event type of the test'), 'member.added');
    await page.getByRole('button', { name: 'Send test event' }).click();
    await receiver.arrived(2);
    expect(verify(secret, receiver.received[1]!)).toMatchObject({
      event_details: { event: 'member.added', audit_log: { action: 'member.add' } },
    });
    await deliveries(page).getByRole('button', { name: /^test/ }).click();
    const drawer = page.getByRole('complementary', { name: 'Delivery' });
    for (const [typed, result] of [
      [secret, 'The signature matches this secret.'],
      [`${secret.slice(0, -4)}AAA=`, 'The signature does not match this secret.'],
    ] as const) {
      await drawer.getByLabel('Check the signature').fill(typed);
      await drawer.getByRole('button', { name: 'Check', exact: true }).click();
      await drawer.getByText(result).waitFor();
    }
    const [only] = (
      await held<{ project: { webhooks: { edges: { node: object }[] } } }>(
        app,
        'query ($id: ID!) { project(id: $id) { webhooks { edges { node { name url eventTypes isActive } } } } }',
        { id: app.admin.projectId },
      )
    ).project.webhooks.edges;
    expect(only?.node).toEqual({
      name: 'Audit',
      url: receiver.url,
      eventTypes: ['MEMORY_ADD', 'MEMORY_UPDATE'],
      isActive: true,
    });
    expect(app.problems).toEqual([]);
  });

  it('shows failed attempts live with what was answered, and sends again, one or those of a time', async () => {
    const id = await hook();
    answer = 500;
    const page = await app.signedIn(`/dashboard/webhooks/${id}`);
    await page.getByText('No deliveries yet').waitFor();
    await page.getByRole('button', { name: 'Send test event' }).click();
    await deliveries(page)
      .getByRole('row', { name: /test.*Failing.*next try.*500/i })
      .waitFor();
    await page.getByText('Deliveries are failing').waitFor();
    await deliveries(page).getByRole('button', { name: /^test/ }).click();
    const drawer = page.getByRole('complementary', { name: 'Delivery' });
    await drawer.getByText('<b>answer</b> 500').waitFor();
    // The drawer covers no notice and no button of the page.
    await page.setViewportSize({ width: 1440, height: 900 });
    const readGap = async () => {
      const [beside, notice] = await Promise.all([
        drawer.boundingBox(),
        page.getByRole('alert').filter({ hasText: 'Deliveries are failing' }).boundingBox(),
      ]);
      return beside && notice ? beside.x - notice.x - notice.width : -1;
    };
    await expect.poll(readGap).toBeGreaterThan(0);
    await drawer.getByRole('table', { name: 'Request headers' }).getByText('webhook-signature').waitFor();
    await drawer.getByRole('table', { name: 'Response headers' }).getByText('text/plain').waitFor();
    answer = 200;
    await drawer.getByRole('button', { name: 'Resend' }).click();
    await drawer.getByText('<b>answer</b> 200').waitFor();
    await drawer.getByText('Delivered', { exact: true }).first().waitFor();
    await drawer.getByText('Replayed 1×').waitFor();
    await drawer
      .getByRole('button', { name: /Attempt 1\s*Replay/ })
      .first()
      .waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('Deliveries are failing').waitFor({ state: 'detached' });
    const before = receiver.received.length;
    await page.getByRole('button', { name: 'Replay a time range' }).click();
    const replay = page.getByRole('dialog', { name: 'Replay a time range' });
    await chooseOption(replay.getByLabel('State'), 'DELIVERED');
    await page.getByRole('dialog', { name: 'Replay a time range' }).getByRole('button', { name: 'Resend' }).click();
    await page.getByText('1 delivery is being sent again.').waitFor();
    await receiver.arrived(before + 1);
    expect(new Set(receiver.received.map((message) => message.id)).size).toBe(1);
    expect(app.problems).toEqual([]);
  });

  it('lists the deliveries of all webhooks live on one page, with filters and the open delivery in its URL', async () => {
    const page = await app.signedIn('/dashboard/deliveries');
    await page.getByText('No webhooks yet').waitFor();
    await page.getByRole('button', { name: 'New webhook' }).click();
    await page.getByRole('dialog', { name: 'New webhook' }).getByRole('button', { name: 'Cancel' }).click();
    const ids = { Audit: await hook(), Ledger: await hook('Ledger') };
    await page.reload();
    await page.getByText('No deliveries yet').waitFor();
    await page.getByRole('link', { name: 'Send a test event' }).waitFor();
    const test =
      'mutation ($input: SendWebhookTestEventInput!) { sendWebhookTestEvent(input: $input) { ... on SendWebhookTestEventPayload { webhookDelivery { id } } } }';
    const send = async (webhookId: string) =>
      (await held<{ sendWebhookTestEvent: { webhookDelivery: { id: string } } }>(app, test, { input: { webhookId } }))
        .sendWebhookTestEvent.webhookDelivery.id;
    const first = await send(ids.Audit);
    await send(ids.Ledger);
    const row = (name: string) =>
      deliveries(page).getByRole('row', { name: new RegExp(`test.*${name}.*Delivered.*200`, 'i') });
    await row('Audit').waitFor();
    await row('Ledger').waitFor();
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Webhook' }).click();
    await chooseOption(page.getByRole('combobox', { name: 'Webhook' }), ids.Ledger);
    await row('Audit').waitFor({ state: 'detached' });
    await row('Ledger').waitFor();
    const params = () => new URL(page.url()).searchParams;
    expect(params().get('webhook')).toBe(ids.Ledger);
    await page.getByRole('group', { name: 'Status' }).getByRole('button', { name: 'Failed' }).click();
    await page.getByText('No matching deliveries').waitFor();
    expect([...params()]).toEqual([
      ['webhook', ids.Ledger],
      ['status', 'FAILED'],
    ]);
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await row('Ledger').waitFor();
    await row('Audit').getByRole('button', { name: /^test/ }).click();
    const drawer = page.getByRole('complementary', { name: 'Delivery' });
    await drawer.getByText('<b>answer</b> 200').waitFor();
    await drawer.getByRole('link', { name: 'Audit' }).waitFor();
    expect(params().get('delivery')).toBe(first);
    await page.goBack();
    await drawer.waitFor({ state: 'detached' });
    await row('Audit').getByRole('link', { name: 'Audit' }).click();
    await page.getByRole('heading', { name: 'Audit' }).waitFor();
    expect(app.problems).toEqual([]);
  });

  it('drops deliveries from a time range that moves on with the clock', async () => {
    const id = await hook();
    const page = await app.signedIn('/dashboard/deliveries?range=60');
    const send = () =>
      held(
        app,
        'mutation ($input: SendWebhookTestEventInput!) { sendWebhookTestEvent(input: $input) { __typename } }',
        {
          input: { webhookId: id },
        },
      );
    const rows = deliveries(page).getByRole('row', { name: /test.*Audit.*Delivered.*200/i });
    await page.reload();
    await page.getByText('No matching deliveries').waitFor();
    await send();
    await rows.waitFor();
    closeAfterTest(page);
    await page.clock.setFixedTime(Date.now() + 3_700_000);
    await send();
    await receiver.arrived(2);
    await page.getByText('No matching deliveries').waitFor();
    expect(app.problems).toEqual([]);
  });

  it('opens earlier URLs of one webhook and of one of its deliveries, and replays those of a webhook', async () => {
    const id = await hook();
    const other = await hook('Ledger');
    await app.as(app.admin.apiKey).rest('POST', '/v3/memories/add/', {
      messages: [{ role: 'user', content: 'one' }],
      user_id: 'ada',
      infer: false,
    });
    await receiver.arrived(2);
    const query = 'query ($id: ID!) { webhook(id: $id) { deliveries { nodes { id status } } } }';
    const read = async () =>
      (await held<{ webhook: { deliveries: { nodes: { id: string; status: string }[] } } }>(app, query, { id })).webhook
        .deliveries.nodes[0];
    await expect.poll(async () => (await read())?.status).toBe('DELIVERED');
    const deliveryId = (await read())?.id ?? '';
    const page = await app.signedIn(`/dashboard/deliveries/${other}`);
    await deliveries(page)
      .getByRole('row', { name: /memory_add.*Ledger/ })
      .waitFor();
    expect(
      await deliveries(page)
        .getByRole('row', { name: /memory_add/ })
        .count(),
    ).toBe(1);
    await page.goto(`${app.url}/dashboard/deliveries/${id}/${deliveryId}`);
    await page.getByRole('complementary', { name: 'Delivery' }).getByText('<b>answer</b> 200').waitFor();
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({ webhook: id, delivery: deliveryId });
    await page.getByRole('button', { name: 'Remove filter Webhook' }).click();
    await page.getByRole('button', { name: 'Replay a time range' }).click();
    const replay = page.getByRole('dialog', { name: 'Replay a time range' });
    await replay.getByRole('button', { name: 'Resend' }).click();
    await replay.getByText('Fill in this field.').waitFor();
    await chooseOption(replay.getByLabel('Webhook'), other);
    await chooseOption(replay.getByLabel('State'), 'DELIVERED');
    await replay.getByRole('button', { name: 'Resend' }).click();
    await page.getByText('1 delivery is being sent again.').waitFor();
    await receiver.arrived(3);
    expect(app.problems).toEqual([]);
  });

  it('replays deliveries of the webhook that the dialog names, and of none while the filtered webhook is inactive', async () => {
    const [audit, ledger] = [await hook(), await hook('Ledger')];
    const update = 'mutation ($input: UpdateWebhookInput!) { updateWebhook(input: $input) { __typename } }';
    await held(app, update, { input: { id: audit, isActive: false } });
    const page = await app.signedIn(`/dashboard/deliveries?webhook=${audit}`);
    const open = page.getByRole('button', { name: 'Replay a time range' });
    await page.getByTitle('Only deliveries of active webhooks can be replayed.').waitFor();
    expect(await open.isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Remove filter Webhook' }).click();
    await open.click();
    const named = page.getByRole('dialog', { name: 'Replay a time range' }).getByLabel('Webhook');
    expect(await readChoice(named)).toBe(ledger);
    await named.getByText(`Ledger (${receiver.url})`).waitFor();
    expect(app.problems).toEqual([]);
  });

  it('says that the server switched it off and why; switches on, rotates the secret, edits and deletes', async () => {
    const id = await hook();
    answer = 410;
    const page = await app.signedIn(`/dashboard/webhooks/${id}`);
    await page.getByRole('button', { name: 'Send test event' }).click();
    await page.getByText('The receiver answered 410: it is gone for good.').waitFor();
    answer = 200;
    await page.getByRole('switch', { name: 'Active' }).click();
    await page.getByText('Webhook enabled. Sending queued events.').waitFor();
    await page.getByText('The receiver answered 410').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Rotate secret' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click();
    await page.getByRole('dialog', { name: 'Signing secret rotated' }).waitFor();
    expect(await secretOf(page)).toMatch(/^whsec_/);
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByText('Secret rotation in progress').waitFor();
    await page.getByRole('button', { name: 'Edit' }).click();
    const form = page.getByRole('dialog');
    await form.locator('input[name=name]').fill('Ledger');
    await form.locator('input[name=rateLimit]').fill('50');
    await form.getByRole('switch', { name: 'Deliver in order' }).click();
    await form.getByRole('button', { name: 'Add header' }).click();
    await form.getByLabel('Header name').fill('Host');
    await form.locator('input[name=headerValue]').fill('receiver-token-1');
    await form.getByRole('button', { name: 'Save' }).click();
    await form.getByText('The server sets the header Host itself.').first().waitFor();
    await form.getByLabel('Header name').fill('X-Team');
    await form.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'Ledger' }).waitFor();
    await page.getByRole('button', { name: 'Edit' }).click();
    await form.getByPlaceholder('Unchanged').waitFor();
    await form.getByRole('button', { name: 'Save' }).click();
    await form.waitFor({ state: 'detached' });
    expect(await webhook(id, 'name isActive disabledReason rateLimit isOrdered headerNames')).toEqual({
      rateLimit: 50,
      isOrdered: true,
      headerNames: ['X-Team'],
      name: 'Ledger',
      isActive: true,
      disabledReason: null,
    });
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByLabel('Type Ledger to confirm').fill('Ledger');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No webhooks yet').waitFor();
    expect(app.problems).toEqual([]);
  });

  it('disables, enables and deletes several selected webhooks at once', async () => {
    const ids = [await hook(), await hook()];
    const isActive = () => Promise.all(ids.map(async (id) => (await webhook(id, 'isActive')).isActive));
    const page = await app.signedIn('/dashboard/webhooks');
    const selectAll = page.getByRole('checkbox', { name: 'Select all webhooks on this page' });
    const bar = page.getByRole('region', { name: 'Selected webhooks' });
    await selectAll.check();
    await bar.getByText('2 selected').waitFor();
    expect(await findViolations(page)).toEqual([]);
    await bar.getByRole('button', { name: 'Disable' }).click();
    await page.getByText('2 webhooks disabled').waitFor();
    expect(await isActive()).toEqual([false, false]);
    await bar.waitFor({ state: 'hidden' });
    await expect.poll(() => page.evaluate<string>('document.activeElement.id')).toBe('main');
    await selectAll.check();
    expect(await bar.getByRole('button', { name: 'Disable' }).count()).toBe(0);
    await bar.getByRole('button', { name: 'Enable' }).click();
    await page.getByText('2 webhooks enabled').waitFor();
    expect(await isActive()).toEqual([true, true]);
    await bar.waitFor({ state: 'hidden' });
    await selectAll.check();
    await bar.getByRole('button', { name: 'Delete' }).click();
    await page.getByLabel('Type delete 2 to confirm').fill('delete 2');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('2 webhooks deleted').waitFor();
    await page.getByText('No webhooks yet').waitFor();
    await expect.poll(() => page.evaluate<string>('document.activeElement.id')).toBe('main');
    expect(app.problems).toEqual([]);
  });

  it('says which part of a change of selected webhooks failed, and changes the others', async () => {
    const deleteHook = (id: string) =>
      held(app, 'mutation ($input: DeleteWebhookInput!) { deleteWebhook(input: $input) { __typename } }', {
        input: { id },
      });
    const ids = [await hook(), await hook(), await hook(), await hook('Ledger')] as const;
    const page = await app.signedIn('/dashboard/webhooks');
    const bar = page.getByRole('region', { name: 'Selected webhooks' });
    await page.getByRole('checkbox', { name: 'Select all webhooks on this page' }).check();
    await page.getByRole('checkbox', { name: 'Select Ledger' }).uncheck();
    await deleteHook(ids[0]);
    await bar.getByRole('button', { name: 'Disable' }).click();
    await page
      .getByRole('alert')
      .getByText(/^1 webhook was not changed: /)
      .waitFor();
    await bar.getByText('2 selected').waitFor();
    expect((await webhook(ids[1], 'isActive')).isActive).toBe(false);
    await deleteHook(ids[1]);
    await bar.getByRole('button', { name: 'Delete' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete 2 webhooks?' });
    await dialog.getByText(`Audit (${receiver.url})`).first().waitFor();
    await dialog.getByLabel('Type delete 2 to confirm').fill('delete 2');
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page
      .getByRole('alert')
      .getByText(/^1 webhook was not deleted: /)
      .waitFor();
    await dialog.waitFor({ state: 'hidden' });
    await expect.poll(() => page.getByRole('link', { name: 'Audit' }).count()).toBe(0);
    await page.getByRole('link', { name: 'Ledger' }).waitFor();
    expect(app.problems).toEqual([]);
  });
});
