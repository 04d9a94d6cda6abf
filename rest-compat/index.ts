import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
export const restPlugins: readonly FastifyPluginAsync<{ authenticate: (request: FastifyRequest) => Promise<void> }>[] = [];
