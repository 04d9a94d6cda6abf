import Fastify from 'fastify';
import { supportsIdempotencyKey } from '../shared/idempotency.js';
import { restApi } from '../index.js';
import { openApiDocument, type OpenApiDocument } from './document.js';
import { collectRoutes, type DocumentedRoute } from './routes.js';

export { routeResponses } from './document.js';
export type { OpenApiDocument, OpenApiOperation } from './document.js';
let made: Promise<OpenApiDocument> | undefined;

/** Returns the OpenAPI document of all REST operations, created on first use. */
export function restDocument(): Promise<OpenApiDocument> {
  return (made ??= restOperations().then(openApiDocument));
}

/** Returns every REST operation by registering the plugins on a temporary server, without a database. */
export async function restOperations(): Promise<DocumentedRoute[]> {
  const app = Fastify({ routerOptions: { ignoreTrailingSlash: true } });
  const routes = collectRoutes(app, supportsIdempotencyKey);
  await app.register(restApi, { authenticate: () => Promise.resolve() });
  await app.ready();
  await app.close();
  return routes;
}
