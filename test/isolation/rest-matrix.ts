import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { restOperations } from '../../rest-compat/openapi/index.js';
import { runMatrix, tableHead, type Response } from './outcomes.js';
import { toRequest, toVariants, variantName, type RestVariant } from './rest-operations.js';
import type { Ids } from './ids.js';
import { settleIsolation, type IsolationWorld } from './world.js';

let world: IsolationWorld;
let requests = 0;

async function send(variant: RestVariant, key: string | null, ids: Ids): Promise<Response> {
  requests += 1;
  const { method, url, body } = toRequest(variant, ids);
  const answer = await world.test.app.inject({
    method: method as 'POST',
    url,
    headers: {
      'content-type': 'application/json',
      // Some routes require it.
      'idempotency-key': `isolation-${requests}`,
      ...(key !== null && { authorization: `Bearer ${key}` }),
    },
    payload: body && JSON.stringify(body),
    // Some routes have limits by address.
    remoteAddress: `10.${requests >> 8}.${requests & 255}.1`,
  });
  return { outcome: answer.statusCode < 300 ? 'ok' : String(answer.statusCode), text: answer.body };
}

/** Sends every route of one of the two REST APIs as every caller to every target. */
export async function describeRoutes(isSelfHosted: boolean, snapshot: string): Promise<void> {
  const routes = (await restOperations()).filter((route) => route.isSelfHosted === isSelfHosted);
  describe('isolation of tenants: each route', () => {
    // By name, so that a second try replaces the rows of the first.
    const table = new Map([['', [tableHead]]]);
    beforeAll(async () => {
      world = await settleIsolation();
    });
    afterAll(() => world.test.close());

    for (const variant of routes.flatMap(toVariants)) {
      it(variantName(variant), { timeout: 60_000 }, async () => {
        const request = {
          name: variantName(variant),
          changes: variant.route.method !== 'get',
          request: (ids: Ids) => JSON.stringify(toRequest(variant, ids)),
          send: (key: string | null, ids: Ids) => send(variant, key, ids),
        };
        table.set(variantName(variant), await runMatrix(world, request));
      });
    }

    it('has the outcomes under review', async () => {
      await expect(`${[...table.values()].flat().join('\n')}\n`).toMatchFileSnapshot(snapshot);
    });
  });
}
