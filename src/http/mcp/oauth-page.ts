import type { FastifyReply } from 'fastify';
import { renderPage } from '../pages/html-page.js';

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

const page = (message: string): string =>
  renderPage(
    'Connection refused',
    `<h1>The app cannot be connected</h1>
<p>${message}</p>
<p>No access was given. Close this page, and connect again from the app.</p>`,
  );

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? '');
