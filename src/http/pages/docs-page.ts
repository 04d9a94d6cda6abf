import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { productFolder } from '../../product.js';

// Swagger UI sets inline styles and draws its icons from data URLs.
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>memory-gateway REST API</title>
<link rel="stylesheet" href="/docs/assets/swagger-ui.css">
</head>
<body>
<div id="api"></div>
<noscript>This page needs JavaScript. The same document for programs: <a href="/openapi.json">/openapi.json</a></noscript>
<script src="/docs/assets/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`;

const script = `SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#api',
  deepLinking: true,
  docExpansion: 'none',
  filter: true,
  tryItOutEnabled: true,
  persistAuthorization: false,
  validatorUrl: null,
});
`;

const assets = ['swagger-ui.css', 'swagger-ui-bundle.js'];

/** Serves Swagger UI at `/docs`. All files come from this server. */
export async function docsPageRoutes(app: FastifyInstance): Promise<void> {
  await app.register(fastifyStatic, { root: findSwaggerUi(), serve: false });
  const headers = { 'content-security-policy': policy, 'cache-control': 'no-cache', 'referrer-policy': 'no-referrer' };
  app.get('/docs', (_request, reply) => reply.headers(headers).type('text/html; charset=utf-8').send(page));
  const config = { requestLog: false };
  app.get('/docs/start.js', { config }, (_request, reply) =>
    reply.header('cache-control', 'no-cache').type('text/javascript; charset=utf-8').send(script),
  );
  for (const name of assets)
    app.get(`/docs/assets/${name}`, { config }, (_request, reply) => reply.sendFile(name, { maxAge: '1h' }));
}

/** Returns the folder of Swagger UI: next to a build, or in node_modules when the server runs from sources. */
function findSwaggerUi(): string {
  const places = ['docs-page/', 'dist/docs-page/', 'node_modules/swagger-ui-dist/'];
  const folders = places.map((place) => path.join(productFolder, place));
  return folders.find((folder) => existsSync(`${folder}swagger-ui.css`)) ?? productFolder;
}
