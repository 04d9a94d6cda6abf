import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ConfigError, loadConfig } from '../../../src/config.js';
import { startTestApp, type TestApp } from '../../helpers/app.js';

const folder = mkdtempSync(path.join(tmpdir(), 'federation-'));
const mcpTools = path.join(folder, 'tools.json');
const document = 'query { organizations { totalCount } }';
writeFileSync(mcpTools, JSON.stringify({ count_organizations: { description: 'Counts organizations.', document } }));

let test: TestApp;
beforeAll(async () => {
  const { graphql } = loadConfig({});
  test = await startTestApp({ graphql: { ...graphql, federation: true, introspection: false, mcpTools } });
});
afterAll(async () => {
  await test.close();
  rmSync(folder, { recursive: true });
});

describe('federation', () => {
  it('excludes trusted documents, because a router sends documents of its own', () => {
    const environment = { GRAPHQL_FEDERATION: 'true', GRAPHQL_TRUSTED_DOCUMENTS: 'documents.json' };
    expect(() => loadConfig(environment)).toThrow(
      new ConfigError([
        'GRAPHQL_FEDERATION and GRAPHQL_TRUSTED_DOCUMENTS exclude each other: a router sends documents of its own.',
      ]),
    );
  });

  it('hides the schema document together with introspection', async () => {
    const query = '{ _service { sdl } memories { totalCount } }';
    const { body } = await test.as(test.admin.apiKey).rest('POST', '/graphql', { query });
    expect(body).toEqual({
      data: { _service: { sdl: null }, memories: { totalCount: 0 } },
      errors: [
        expect.objectContaining({
          message: '`sdl` is disabled together with introspection. Run `memory-gateway subgraph-schema`.',
          path: ['_service', 'sdl'],
          extensions: { code: 'FORBIDDEN' },
        }),
      ],
    });
  });

  it('leaves the documents of MCP tools in the whole schema', async () => {
    const response = await test.app.inject({
      method: 'POST',
      url: '/mcp',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        authorization: `Bearer ${test.admin.apiKey}`,
      },
      payload: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'count_organizations', arguments: {} },
      }),
    });
    expect(response.body).toContain('"structuredContent":{"organizations":{"totalCount":1}}');
  });
});
