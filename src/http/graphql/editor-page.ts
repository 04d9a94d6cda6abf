import fastifyStatic from '@fastify/static';
import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { GraphiQLOptions } from 'graphql-yoga';
import { productFolder } from '../../product.js';
import { skipRequestLog } from '../request-log/request-recorder.js';

/** The built files of GraphiQL. */
export interface Editor {
  readonly folder: string;
  /** Names of the files by their part. */
  readonly files: Readonly<Record<string, string>>;
}

const assets = '/graphql/assets/';

/** Returns the built files of GraphiQL (in dist/ when the server runs from sources), or null if they were not built. */
export function findEditor(): Editor | null {
  const places = ['graphiql/', 'dist/graphiql/'].map((place) => path.join(productFolder, place));
  const folder = places.find((place) => existsSync(`${place}manifest.json`));
  if (folder === undefined) return null;
  return { folder, files: JSON.parse(readFileSync(`${folder}manifest.json`, 'utf8')) as Editor['files'] };
}

/** Serves the files of GraphiQL. Their names contain a hash of the content, so that they never change. */
export async function editorRoutes(app: FastifyInstance, { folder, files }: Editor): Promise<void> {
  // The build also writes each file compressed with br and gzip.
  await app.register(fastifyStatic, { root: folder, serve: false, preCompressed: true });
  for (const name of Object.values(files))
    app.get(`${assets}${name}`, { config: { requestLog: false } }, (_request, reply) =>
      reply.sendFile(name, { maxAge: '365d', immutable: true }),
    );
}

const workers = ['editorWorkerService', 'json', 'graphql'];

/** Returns the page of GraphiQL. The options are data, which browsers do not run. */
export function renderEditor({ files }: Editor, options: GraphiQLOptions | undefined): string {
  const file = (part: string) => `${assets}${files[part]}`;
  const page = { workers: Object.fromEntries(workers.map((label) => [label, file(label)])), options };
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>memory-gateway GraphQL</title>
<link rel="icon" href="${file('icon')}">
<link rel="stylesheet" href="${file('style')}">
</head>
<body>
<noscript>This page needs JavaScript.</noscript>
<h1>GraphQL editor</h1>
<main id="root" aria-label="GraphQL editor"></main>
<script type="application/json" id="page">${JSON.stringify(page).replaceAll('<', '\\u003c')}</script>
<script src="${file('script')}"></script>
<script src="${file('start')}"></script>
</body>
</html>
`;
}

// The origin holds the session cookie of the dashboard: neither a script in the page nor text that is evaluated may run.
// The editor connects to this server only, and the dashboard shows it in a frame.
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; worker-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

/** Sends the page of GraphiQL, or 304 if the browser has it. */
export async function sendEditor(
  request: FastifyRequest,
  reply: FastifyReply,
  response: Response,
): Promise<FastifyReply> {
  skipRequestLog(request);
  const page = await response.text();
  const tag = `"${createHash('sha256').update(page).digest('base64url')}"`;
  reply.headers({
    'content-security-policy': policy,
    'x-frame-options': 'SAMEORIGIN',
    'cache-control': 'private, no-cache',
    etag: tag,
  });
  if (request.headers['if-none-match'] === tag) return reply.code(304).send();
  return reply.type('text/html; charset=utf-8').send(page);
}
