import type { FastifyInstance } from 'fastify';
import { renderPage } from './html-page.js';

const page = renderPage(
  'memory-gateway',
  `<h1>memory-gateway is running</h1>
<ul>
<li><a href="/docs/guide/">/docs/guide</a>: the documentation</li>
<li><a href="/graphql">/graphql</a>: GraphQL, with an editor in the browser</li>
<li><code>/v1</code>, <code>/v2</code>, <code>/v3</code>: the hosted memory REST API, described at <a href="/docs">/docs</a> and in <a href="/openapi.json">/openapi.json</a></li>
<li><a href="/health">/health</a>, <a href="/ready">/ready</a>, <a href="/metrics">/metrics</a>: operations</li>
</ul>
<p>No key yet? <code>npm run bootstrap</code> creates the first admin, the first project and an API key.</p>`,
);

/** Serves `/`, a page with links to the dashboard and documentation. */
export function startPage(app: FastifyInstance): void {
  app.get('/', (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'")
      .send(page),
  );
}
