import type { FastifyReply } from 'fastify';

/** Shows an error page for an invalid authorization request. It never redirects, because the client is not verified. */
export function errorPage(reply: FastifyReply, message: string): FastifyReply {
  return reply
    .type('text/html; charset=utf-8')
    .headers({
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
      'x-frame-options': 'DENY',
    })
    .send(page(escapeHtml(message)));
}

const page = (message: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Connection refused</title>
<style>
body { font: 16px/1.5 system-ui, sans-serif; max-width: 42rem; margin: 4rem auto; padding: 0 1rem; color: #1c2024; background: #fbfcfd; }
h1 { font-size: 1.5rem; }
@media (prefers-color-scheme: dark) { body { color: #eceef0; background: #111315; } }
</style>
</head>
<body>
<h1>The app cannot be connected</h1>
<p>${message}</p>
<p>No access was given. Close this page, and connect again from the app.</p>
</body>
</html>
`;

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? '');
