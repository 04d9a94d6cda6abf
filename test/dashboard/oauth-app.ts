import { Client, StreamableHTTPClientTransport, UnauthorizedError } from '@modelcontextprotocol/client';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'vitest';
import type { DashboardApp } from './browser.js';

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
function createProvider(name: string, redirectUrl: string) {
  const kept: Kept = {};
  return {
    kept,
    redirectUrl,
    clientMetadata: { client_name: name, redirect_uris: [redirectUrl] },
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

/** An app with the official MCP client, which knows only the URL of the server and waits for the consent of a user. */
export async function startOAuthApp(app: DashboardApp, name: string) {
  const listener = await listenForCode();
  const provider = createProvider(name, listener.redirectUri);
  const connect = () => {
    const client = new Client({ name: 'night-reader', version: '1' }, { versionNegotiation: { mode: 'auto' } });
    const transport = new StreamableHTTPClientTransport(new URL('/mcp', app.url), { authProvider: provider });
    return { transport, connected: client.connect(transport).then(() => client) };
  };
  const first = connect();
  await expect(first.connected).rejects.toThrow(UnauthorizedError);
  return {
    ...listener,
    /** Where the user gives or refuses the consent. */
    consentUrl: String(provider.kept.url),
    readAccessToken: () => provider.kept.tokens?.access_token ?? '',
    /** Exchanges the code of the redirect for tokens. @returns a client with a session */
    async finish(query: URLSearchParams): Promise<Client> {
      await first.transport.finishAuth(query);
      return connect().connected;
    },
  };
}

/** Connects an app with the consent of the admin, and lets it search once. */
export async function connectApp(app: DashboardApp, name: string, denied: readonly string[] = []): Promise<void> {
  const started = await startOAuthApp(app, name);
  const page = await app.signedIn('/dashboard/connected-apps');
  await page.goto(started.consentUrl);
  await page.getByRole('heading', { name: `Connect ${name}` }).waitFor();
  for (const permission of denied) await page.getByRole('checkbox', { name: permission }).uncheck();
  await page.getByRole('button', { name: 'Allow' }).click();
  const client = await started.finish(await started.received);
  await client.callTool({ name: 'search_memories', arguments: { query: 'food' } });
  await client.close();
  await page.context().close();
  started.close();
}
