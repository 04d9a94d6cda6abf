import type { FastifyInstance } from 'fastify';

// No script, no image, no other host.
const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>memory-gateway</title>
<style>
body { font: 16px/1.5 system-ui, sans-serif; max-width: 42rem; margin: 4rem auto; padding: 0 1rem; color: #1c2024; background: #fbfcfd; }
h1 { font-size: 1.5rem; } code { background: #eceef0; padding: .1rem .3rem; border-radius: .25rem; } li { margin: .4rem 0; }
@media (prefers-color-scheme: dark) { body { color: #eceef0; background: #111315; } code { background: #26292b; } a { color: #70b8ff; } }
</style>
</head>
<body>
<h1>memory-gateway is running</h1>
<ul>
<li><a href="/docs/guide/">/docs/guide</a>: the documentation</li>
<li><a href="/graphql">/graphql</a>: GraphQL, with an editor in the browser</li>
<li><code>/v1</code>, <code>/v2</code>, <code>/v3</code>: the hosted memory REST API, described at <a href="/docs">/docs</a> and in <a href="/openapi.json">/openapi.json</a></li>
<li><a href="/health">/health</a>, <a href="/ready">/ready</a>, <a href="/metrics">/metrics</a>: operations</li>
</ul>
<p>No key yet? <code>npm run bootstrap</code> creates the first admin, the first project and an API key.</p>
</body>
</html>
`;

/** Serves `/`, a page with links to the dashboard and documentation. */
export function startPage(app: FastifyInstance): void {
  app.get('/', (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'")
      .send(page),
  );
}
