import fastifyStatic from '@fastify/static';
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { productFolder } from '../../product.js';

// Blocks scripts, styles, images and frames of other hosts. Inline styles are allowed because components set them.
const policy =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/** URLs that return the application's page. The application routes them. */
const pages = ['/', '/login', '/setup', '/invitation', '/authorize', '/settings', '/dashboard', '/dashboard/*'];

const isAssetName = /^[\w-][\w.-]*$/;

/**
 * Returns the folder of the built dashboard (in dist/ when the server runs from sources), or null if it was not built.
 */
export function findDashboard(): string | null {
  const places = ['dashboard/', 'dist/dashboard/'].map((place) => path.join(productFolder, place));
  return places.find((place) => existsSync(`${place}assets`)) ?? null;
}

/** Serves the dashboard's files, and its page for every route of the application. */
export async function dashboardRoutes(app: FastifyInstance, folder: string): Promise<void> {
  // The build also writes each file compressed with br and gzip.
  await app.register(fastifyStatic, { root: folder, serve: false, preCompressed: true });
  // Asset names contain a hash of the content, so assets never change.
  app.get<{ Params: { name: string } }>(
    '/dashboard/assets/:name',
    { config: { requestLog: false } },
    ({ params: { name } }, reply) =>
      isAssetName.test(name)
        ? reply.sendFile(`assets/${name}`, { maxAge: '365d', immutable: true })
        : reply.callNotFound(),
  );
  for (const page of pages) app.get(page, { config: { requestLog: false } }, (_request, reply) => sendPage(reply));
}

function sendPage(reply: FastifyReply): FastifyReply {
  return reply
    .headers({ 'content-security-policy': policy, 'referrer-policy': 'no-referrer', 'x-frame-options': 'DENY' })
    .sendFile('index.html', { maxAge: 0, cacheControl: true });
}
