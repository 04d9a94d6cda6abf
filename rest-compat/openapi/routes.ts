import type { FastifyInstance, RouteOptions } from 'fastify';
import { z } from 'zod';

export interface DocumentedRoute {
  readonly method: string;
  /** Path with parameters in braces and the declared trailing slash. */
  readonly path: string;
  /** Operation name, as in the request log. */
  readonly operation: string;
  /** Whether the path belongs to the self-hosted API, whose paths have no version. */
  readonly isSelfHosted: boolean;
  /** Whether the operation needs no credential. */
  readonly isOpen: boolean;
  readonly supportsIdempotencyKey: boolean;
  readonly headers: z.ZodType | null;
  readonly params: z.ZodType | null;
  readonly querystring: z.ZodType | null;
  readonly body: z.ZodType | null;
  readonly responses: ReadonlyMap<number, z.ZodType>;
}

/** Collects every REST operation that is registered on the server after this call. */
export function collectRoutes(
  app: FastifyInstance,
  supportsIdempotencyKey: (route: RouteOptions) => boolean,
): DocumentedRoute[] {
  const routes: DocumentedRoute[] = [];
  app.addHook('onRoute', (route) => {
    const { operation, level } = route.config ?? {};
    if (operation === undefined) return;
    const path = route.url.replace(/:(\w+)/g, '{$1}');
    const { headers, params, querystring, body, response } = route.schema ?? {};
    for (const method of [route.method].flat().filter((name) => name !== 'HEAD')) {
      routes.push({
        method: method.toLowerCase(),
        path,
        operation,
        isSelfHosted: !/^\/(api\/)?v\d/.test(path),
        isOpen: level === 'open',
        supportsIdempotencyKey: supportsIdempotencyKey(route),
        headers: toZod(headers),
        params: toZod(params),
        querystring: toZod(querystring),
        body: toZod(body),
        responses: readResponses(response),
      });
    }
  });
  return routes;
}

function readResponses(response: unknown): Map<number, z.ZodType> {
  const found = Object.entries(response ?? {}).filter(
    (entry): entry is [string, z.ZodType] => toZod(entry[1]) !== null,
  );
  return new Map(found.map(([status, schema]) => [Number(status), schema]));
}

function toZod(schema: unknown): z.ZodType | null {
  return schema instanceof z.ZodType ? schema : null;
}
