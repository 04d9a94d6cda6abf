import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { productFolder } from '../../product.js';
import { renderPage } from './html-page.js';

// Blocks scripts, styles, images and requests of other hosts. The highlighted code has inline styles.
const policy =
  "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const headers = { 'content-security-policy': policy, 'referrer-policy': 'no-referrer', 'x-frame-options': 'DENY' };

const howToBuild = renderPage(
  'memory-gateway guide',
  `<h1>The guide is not built</h1>
<p>Run <code>npm run docs</code> in the checkout and reload this page. The packed server and the container image include the guide.</p>
<p>Until then, read the Markdown files in <code>docs/</code>. The REST reference is at <a href="/docs">/docs</a>.</p>`,
);

const isPath = /^(?:[\w@-][\w@.-]*(?:\/[\w@-][\w@.-]*)*)?$/;

/**
 * Serves the documentation at `/docs/guide`, its Markdown at `/docs/guide/<page>.md` and `/docs/guide/llms.txt`. `find` returns
 * the folder of the built site, or null, at each request: a site that is built while the server runs is found.
 */
export async function guideRoutes(app: FastifyInstance, find = findGuide): Promise<void> {
  await app.register(fastifyStatic, { root: productFolder, serve: false });
  const config = { requestLog: false };
  app.get('/docs/guide', { config }, (request, reply) =>
    /^[^?]*\/guide\//.test(request.url) ? sendPage(reply, '', find()) : reply.redirect('/docs/guide/'),
  );
  app.get<{ Params: { '*': string } }>('/docs/guide/*', { config }, ({ params }, reply) =>
    sendPage(reply, params['*'], find()),
  );
}

/** Returns the folder in a build, or in a checkout whose site was built. */
function findGuide(): string | null {
  const folders = ['guide/', 'site/dist/', '../site/dist/'].map((place) => join(productFolder, place));
  return folders.find((folder) => existsSync(`${folder}index.html`)) ?? null;
}

function sendPage(reply: FastifyReply, path: string, root: string | null): FastifyReply {
  if (root === null) return reply.code(404).headers(headers).type('text/html; charset=utf-8').send(howToBuild);
  const file = findFile(root, path.replace(/\/$/, ''));
  if (file === null) return reply.code(404).headers(headers).sendFile('404.html', root);
  // Asset names contain a hash of the content.
  const cache = file.startsWith('assets/') ? { maxAge: '365d', immutable: true } : { maxAge: 0 };
  return reply.headers(headers).sendFile(file, root, cache);
}

/** Links to pages have no `.html`, and those to folders may have no slash at the end. */
function findFile(root: string, path: string): string | null {
  if (!isPath.test(path)) return null;
  const names = [path, `${path}.html`, path === '' ? 'index.html' : `${path}/index.html`];
  return names.find((name) => statSync(`${root}${name}`, { throwIfNoEntry: false })?.isFile()) ?? null;
}
