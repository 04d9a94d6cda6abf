import type { FastifyInstance } from 'fastify';
import { restDocument } from '../../rest-compat/openapi/index.js';
import { docsPage } from './docs-page.js';

/** `/openapi.json`: the REST operations as OpenAPI 3.1; `/docs`: the same for people. Both are made at the first request and need no credential. */
export function openApiRoutes(app: FastifyInstance): void {
  let page: Promise<string> | undefined;
  app.get('/openapi.json', async (_request, reply) =>
    reply.header('cache-control', 'no-cache').send(await restDocument()),
  );
  app.get('/docs', async (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      // Nothing is loaded from anywhere, this server included.
      .header(
        'content-security-policy',
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      )
      .header('cache-control', 'no-cache')
      .send(await (page ??= restDocument().then(docsPage))),
  );
}
