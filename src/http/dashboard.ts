import fastifyStatic from '@fastify/static';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance, FastifyReply } from 'fastify';

// No script, style sheet or image of another host, no frames. Components set styles on elements.
const policy =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/** Addresses of pages. The application decides what each of them shows. */
const pages = ['/', '/login', '/setup', '/invitation', '/authorize', '/settings', '/dashboard', '/dashboard/*'];

const isAssetName = /^[\w-][\w.-]*$/;

/**
 * The folder with the built dashboard: beside this file's tree where that was built, too, and in dist/ where the sources run.
 * @returns null when the dashboard was not built
 */
export function findDashboard(): string | null {
  const places = ['../../dashboard/', '../../dist/dashboard/'].map((place) =>
    fileURLToPath(new URL(place, import.meta.url)),
  );
  return places.find((place) => existsSync(`${place}assets`)) ?? null;
}

/** Serves the dashboard: its files, and its page for every route of the application. */
export async function dashboardRoutes(app: FastifyInstance, folder: string): Promise<void> {
  // The build writes each file compressed as well (br, gzip).
  await app.register(fastifyStatic, { root: folder, serve: false, preCompressed: true });
  // Names of assets change with their contents.
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
