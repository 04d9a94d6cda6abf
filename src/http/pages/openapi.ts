import type { FastifyInstance } from 'fastify';
import { restDocument } from '../../../rest-compat/openapi/index.js';
import { docsPageRoutes } from './docs-page.js';

/** Serves the REST API as OpenAPI 3.1 at `/openapi.json` and as a page at `/docs`. Neither needs a credential. */
export async function openApiRoutes(app: FastifyInstance): Promise<void> {
  app.get('/openapi.json', async (_request, reply) =>
    reply.header('cache-control', 'no-cache').send(await restDocument()),
  );
  await app.register(docsPageRoutes);
}
