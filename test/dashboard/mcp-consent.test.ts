import { Client, StreamableHTTPClientTransport, UnauthorizedError } from '@modelcontextprotocol/client';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { findViolations } from './axe.js';
import { describePages, startDashboard, type DashboardApp } from './browser.js';
import { chooseOption } from './select.js';

/** Listens for the redirect, like an app on the user's computer. */
async function listenForCode() {
  let receive: (query: URLSearchParams) => void;
  const received = new Promise<URLSearchParams>((resolve) => (receive = resolve));
  const server = createServer((request, response) => {
    response.end('<title>Connected</title>You can close this page.');
    receive(new URL(request.url ?? '', 'http://127.0.0.1').searchParams);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { redirectUri: `http://127.0.0.1:${port}/callback`, received, close: () => server.close() };
}

interface Kept {
  client?: unknown;
  tokens?: { readonly access_token: string };
  url?: URL;
  verifier?: string;
  discovery?: unknown;
}

/** The state of the official client between its steps. The user's browser opens its authorization URL. */
function createProvider(redirectUrl: string) {
  const kept: Kept = {};
  return {
    kept,
    redirectUrl,
    clientMetadata: { client_name: 'Night reader', redirect_uris: [redirectUrl] },
    clientInformation: () => kept.client as never,
    saveClientInformation: (client: unknown) => void (kept.client = client),
    tokens: () => kept.tokens as never,
    saveTokens: (tokens: { access_token: string }) => void (kept.tokens = tokens),
    redirectToAuthorization: (url: URL) => void (kept.url = url),
    saveCodeVerifier: (verifier: string) => void (kept.verifier = verifier),
    codeVerifier: () => kept.verifier ?? '',
    state: () => 'state-of-the-app',
    saveDiscoveryState: (state: unknown) => void (kept.discovery = state),
    discoveryState: () => kept.discovery as never,
  };
}

describePages('the consent page', () => {
  let app: DashboardApp;
  beforeAll(async () => {
    app = await startDashboard();
  });
  beforeEach(() => app.reset());
  afterAll(() => app.close());

  it('takes a client that knows only the URL to its first memory, without a key', async () => {
    const listener = await listenForCode();
    const provider = createProvider(listener.redirectUri);
    const connect = async () => {
      const client = new Client({ name: 'night-reader', version: '1' }, { versionNegotiation: { mode: 'auto' } });
      const transport = new StreamableHTTPClientTransport(new URL('/mcp', app.url), { authProvider: provider });
      return { transport, connected: client.connect(transport).then(() => client) };
    };
    const first = await connect();
    await expect(first.connected).rejects.toThrow(UnauthorizedError);

    const page = await app.visitor();
    await page.goto(String(provider.kept.url));
    await page.locator('input[name=email]').fill(app.admin.email);
    await page.locator('input[name=password]').fill(app.admin.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Connect Night reader' }).waitFor();
    await page.getByText(new URL(listener.redirectUri).host).waitFor();
    await page.getByText('The app runs on this computer.').waitFor();
    await page.getByText('The app chose its name itself.').waitFor();
    const permissions = page.getByRole('checkbox');
    expect(await permissions.count()).toBe(3);
    await page.getByRole('checkbox', { name: 'Delete' }).uncheck();
    await chooseOption(page.getByLabel('Project'), app.admin.projectId);
    await page.getByRole('button', { name: 'Allow' }).click();
    const query = await listener.received;
    expect([query.get('state'), query.get('iss')]).toEqual(['state-of-the-app', new URL(app.url).origin]);

    await first.transport.finishAuth(query);
    const client = await (await connect()).connected;
    const text = 'Ada reads at night.';
    await client.callTool({ name: 'add_memory', arguments: { text, user_id: 'ada', infer: false } });
    const { structuredContent } = await client.callTool({ name: 'search_memories', arguments: { query: 'reads' } });
    expect(structuredContent).toMatchObject({ results: [{ memory: text, user_id: 'ada' }] });
    await client.close();
    listener.close();

    await page.goto(`${app.url}/dashboard/connected-apps`);
    const row = page.getByRole('row').filter({ hasText: 'Night reader' });
    await row.getByText('Write').waitFor();
    expect(await row.getByText('Delete').count()).toBe(0);
    await row.getByRole('button', { name: 'Night reader', exact: true }).click();
    const drawer = page.getByRole('complementary', { name: 'Connected app' });
    await drawer.getByRole('button', { name: 'Copy the Client ID' }).waitFor();
    expect(new URL(page.url()).searchParams.get('app')).toMatch(/^[0-9a-f-]{36}$/);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await findViolations(page)).toEqual([]);
    }
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'detached' });
    await row.getByRole('button', { name: 'Revoke access of Night reader' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke access' }).click();
    await page.getByText('No connected apps yet').waitFor();
    await page.getByRole('button', { name: 'VS Code' }).click();
    await page.getByText(`"url": "${app.url}/mcp"`).waitFor();
    const again = await fetch(new URL('/mcp', app.url), {
      method: 'POST',
      headers: { authorization: `Bearer ${provider.kept.tokens?.access_token ?? ''}` },
    });
    expect(again.status).toBe(401);
    expect(app.problems).toEqual([]);
  });

  it('reports a refusal to the client, and says when a request is invalid', async () => {
    const listener = await listenForCode();
    const provider = createProvider(listener.redirectUri);
    const transport = new StreamableHTTPClientTransport(new URL('/mcp', app.url), { authProvider: provider });
    const client = new Client({ name: 'night-reader', version: '1' }, { versionNegotiation: { mode: 'auto' } });
    await expect(client.connect(transport)).rejects.toThrow(UnauthorizedError);
    const page = await app.signedIn('/authorize?request=altered');
    await page.getByRole('alert').getByText('This request is invalid or has expired.').waitFor();
    await page.goto(String(provider.kept.url));
    await page.getByRole('button', { name: 'Deny' }).click();
    const query = await listener.received;
    expect([query.get('error'), query.get('code')]).toEqual(['access_denied', null]);
    listener.close();
    expect(app.problems).toEqual([]);
  });
});
