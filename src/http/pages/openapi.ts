import type { FastifyInstance } from 'fastify';
import { restDocument } from '../../../rest-compat/openapi/index.js';
import { docsPageRoutes } from './docs-page.js';
import { guideRoutes } from './guide.js';

/** Serves the REST API at `/openapi.json` and `/docs`, and the documentation at `/docs/guide`. None needs a credential. */
export async function openApiRoutes(app: FastifyInstance): Promise<void> {
  app.get('/openapi.json', async (_request, reply) =>
    reply.header('cache-control', 'no-cache').send(await restDocument()),
  );
  await app.register(docsPageRoutes);
  await app.register((scope) => guideRoutes(scope));
}
