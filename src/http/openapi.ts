import type { FastifyInstance } from 'fastify';
import { restDocument } from '../../rest-compat/openapi/index.js';
import { docsPageRoutes } from './docs-page.js';

/** `/openapi.json`: the REST API as OpenAPI 3.1, made at the first request; `/docs`: the same for people. Both need no credential. */
export async function openApiRoutes(app: FastifyInstance): Promise<void> {
  app.get('/openapi.json', async (_request, reply) =>
    reply.header('cache-control', 'no-cache').send(await restDocument()),
  );
  await app.register(docsPageRoutes);
}
