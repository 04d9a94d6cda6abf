import type { FastifyInstance } from 'fastify';

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/**
 * Collects the methods of routes declared after this call.
 * @returns a function that adds 405 with `Allow` for the other methods of their paths
 */
export function collectMethods(scope: FastifyInstance): () => void {
  const known = new Map<string, Set<string>>();
  scope.addHook('onRoute', ({ url, method, config }) => {
    if (config?.operation === undefined) return;
    const names = known.get(url) ?? new Set<string>();
    known.set(url, names);
    for (const name of [method].flat()) names.add(name);
  });
  return () => {
    for (const [url, names] of known) refuseOtherMethods(scope, url, names);
  };
}

function refuseOtherMethods(scope: FastifyInstance, url: string, known: ReadonlySet<string>): void {
  const method = methods.filter((name) => !known.has(name));
  if (method.length === 0) return;
  const allow = [...known, 'OPTIONS'].join(', ');
  scope.route({
    method,
    url,
    exposeHeadRoute: false,
    handler: (_request, reply) => reply.code(405).header('allow', allow).send({ detail: 'Method Not Allowed' }),
  });
}
