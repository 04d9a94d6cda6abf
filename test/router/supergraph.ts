import { composeServices } from '@theguild/federation-composition';
import { parse } from 'graphql';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { findFreePort } from '../helpers/free-port.js';
import { companyDocument, startCompany } from './company-server.js';

/** A response of the router. */
export interface Body {
  readonly data?: Record<string, unknown> | null;
  readonly errors?: readonly { readonly path?: unknown; readonly extensions?: Record<string, unknown> }[];
}

/** A router in front of the company's subgraph and the memory subgraph. */
export interface Supergraph {
  /** Sends an operation with this API key, and returns the response byte for byte. Null: without a key. */
  send(operation: object, key: string | null): Promise<string>;
  /** Yields the results of a subscription. */
  subscribe(query: string, key: string | null): AsyncGenerator<Body>;
  close(): Promise<void>;
}

export type Transport = 'events' | 'sockets and hashes';

interface Choices {
  /** Address of the memory subgraph. */
  readonly memoryUrl: string;
  /** How the router sends documents and subscriptions to the memory subgraph. */
  readonly transport: Transport;
}

/** Composes both subgraphs, and starts Hive Gateway in a process of its own. */
export async function startSupergraph({ memoryUrl, transport }: Choices): Promise<Supergraph> {
  const company = await startCompany();
  const folder = mkdtempSync(path.join(tmpdir(), 'memory-gateway-router-'));
  const supergraph = path.join(folder, 'supergraph.graphql');
  writeFileSync(supergraph, compose(await readSdl(memoryUrl), { memoryUrl, companyUrl: company.url }));
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const environment = { PATH: process.env.PATH, HOME: folder, TRANSPORT: transport, NODE_ENV: 'production' };
  const router = spawn(
    process.execPath,
    [
      here('node_modules/@graphql-hive/gateway/dist/bin.js'),
      'supergraph',
      supergraph,
      ...['--config-path', here('gateway.config.mjs'), '--host', '127.0.0.1', '--port', String(port)],
    ],
    { cwd: here('.'), env: environment, stdio: ['ignore', 'ignore', 'inherit'] },
  );
  const ended = once(router, 'exit');
  await untilReady(`${url}/readiness`, ended);
  const headers = (key: string | null) => ({
    'content-type': 'application/json',
    ...(key !== null && { 'x-api-key': key }),
  });
  const post = (operation: object, given: Record<string, string>) =>
    fetch(`${url}/graphql`, { method: 'POST', headers: given, body: JSON.stringify(operation) });
  return {
    send: async (operation, key) => (await post(operation, headers(key))).text(),
    async *subscribe(query, key) {
      yield* readEvents(await post({ query }, { ...headers(key), accept: 'text/event-stream' }));
    },
    async close() {
      router.kill('SIGTERM');
      await ended;
      company.close();
      rmSync(folder, { recursive: true });
    },
  };
}

const here = (file: string) => fileURLToPath(new URL(file, import.meta.url));

/** Reads the schema document of a running subgraph, without a credential. */
async function readSdl(url: string): Promise<string> {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ query: '{ _service { sdl } }' });
  const response = await fetch(url, { method: 'POST', headers, body });
  return ((await response.json()) as { data: { _service: { sdl: string } } }).data._service.sdl;
}

/** @throws if the subgraphs do not compose */
function compose(sdl: string, { memoryUrl, companyUrl }: { memoryUrl: string; companyUrl: string }): string {
  const { supergraphSdl, errors } = composeServices([
    { name: 'memory', typeDefs: parse(sdl), url: memoryUrl },
    { name: 'company', typeDefs: companyDocument, url: companyUrl },
  ]);
  if (supergraphSdl === undefined) throw new Error((errors ?? []).map(({ message }) => message).join('\n'));
  return supergraphSdl;
}

async function untilReady(url: string, ended: Promise<unknown>): Promise<void> {
  let hasEnded = false;
  void ended.then(() => (hasEnded = true));
  for (let tries = 0; tries < 600 && !hasEnded; tries += 1) {
    const isReady = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('The router does not become ready.');
}

/** Yields the data of server-sent events. */
async function* readEvents({ body }: Response): AsyncGenerator<Body> {
  let text = '';
  for await (const chunk of (body ?? new Blob().stream()).pipeThrough(new TextDecoderStream())) {
    const events = `${text}${chunk}`.split('\n\n');
    text = events.pop() ?? '';
    for (const event of events) {
      const data = /^data: ?(.+)$/m.exec(event)?.[1];
      if (data !== undefined) yield JSON.parse(data) as Body;
    }
  }
}
