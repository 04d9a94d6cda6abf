import Fastify from 'fastify';
import { supportsIdempotencyKey } from '../shared/idempotency.js';
import { restApi } from '../index.js';
import { openApiDocument, type OpenApiDocument } from './document.js';
import { collectRoutes, type DocumentedRoute } from './routes.js';

export { routeResponses } from './document.js';
export type { OpenApiDocument, OpenApiOperation } from './document.js';
export type { OpenApiParameter } from './parameters.js';

let made: Promise<OpenApiDocument> | undefined;

/** The OpenAPI document of all REST operations, made from their zod schemas at the first call and then kept. */
export function restDocument(): Promise<OpenApiDocument> {
  return (made ??= restOperations().then(openApiDocument));
}

/** Every REST operation, read from the plugins themselves; needs no database and serves nothing. */
export async function restOperations(): Promise<DocumentedRoute[]> {
  const app = Fastify({ routerOptions: { ignoreTrailingSlash: true } });
  const routes = collectRoutes(app, supportsIdempotencyKey);
  await app.register(restApi, { authenticate: () => Promise.resolve() });
  await app.ready();
  await app.close();
  return routes;
}
