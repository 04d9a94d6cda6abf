import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { findViolations } from './axe.js';
import { describePages, startDashboard, type DashboardApp } from './browser.js';
import { held } from './graphql.js';

interface Logged {
  readonly id: string;
  readonly requestId: string;
}

describePages('the drawer of a request', () => {
  let app: DashboardApp;
  let page: Page;
  let key: string;
  let user = 'ada';
  const store = (isOn: boolean) =>
    held(
      app,
      'mutation ($id: ID!, $isOn: Boolean!) { updateProject(input: { id: $id, storesRequestBodies: $isOn }) { __typename } }',
      { id: app.admin.projectId, isOn },
    );
  beforeAll(async () => {
    app = await startDashboard();
    page = await app.signedIn('/dashboard/requests');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const create = `mutation ($id: ID!) { createApiKey(input: { label: "test", projectId: $id }) { ... on CreateApiKeyPayload { secret } } }`;
    const { createApiKey } = await held<{ createApiKey: { secret: string } }>(app, create, { id: app.admin.projectId });
    key = createApiKey.secret;
  });
  beforeEach(async () => {
    user += 'a';
    await store(true);
  });
  afterAll(() => app.close());

  const send = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown) =>
    app.as(key).rest(method, path, body);

  const add = async (content: string): Promise<string> => {
    const { body } = await send('POST', '/v3/memories/add/', {
      user_id: user,
      infer: false,
      messages: [{ role: 'user', content }],
    });
    return (body as { results: [{ id: string }] }).results[0].id;
  };

  /** Opens the drawer of the request with this answer. */
  async function open(answer: { readonly headers: Readonly<Record<string, unknown>> }): Promise<Locator> {
    await app.app.services.requestLogs.flush();
    await app.app.services.requestBodies?.flush();
    const query = 'query ($id: String) { requestLogs(filter: { requestId: $id }) { nodes { id requestId } } }';
    const { requestLogs } = await held<{ requestLogs: { nodes: [Logged] } }>(app, query, {
      id: answer.headers['x-request-id'],
    });
    const [{ id, requestId }] = requestLogs.nodes;
    await page.goto(`${app.url}/dashboard/requests?request=${id}`);
    const drawer = page.getByRole('complementary', { name: `Request ${requestId}` });
    await drawer.getByRole('tab').first().waitFor();
    return drawer;
  }

  const results = (drawer: Locator) =>
    drawer
      .getByRole('list', { name: /^Results/ })
      .getByRole('listitem')
      .allInnerTexts();

  it('shows what was sent and received, with sizes, and copies both', async () => {
    const sent = { query: 'lamp', filters: { user_id: user }, top_k: 3 };
    const answer = await send('POST', '/v3/memories/search/', sent);
    const drawer = await open(answer);
    await drawer.getByRole('tab', { name: 'Request' }).click();
    await drawer.getByText(`${JSON.stringify(sent).length} B`).waitFor();
    expect(await drawer.getByLabel('request body').locator('pre').innerText()).toBe(JSON.stringify(sent, null, 2));
    await drawer.getByRole('button', { name: 'Copy request body' }).click();
    await drawer.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe(JSON.stringify(sent));
    await drawer.getByRole('tab', { name: 'Response' }).click();
    expect(JSON.parse(await drawer.getByLabel('response').locator('pre').innerText())).toEqual(answer.body);
    expect(await findViolations(page)).toEqual([]);
    expect(app.problems).toEqual([]);
  });

  it('says that a body is cut, and shows what is stored of it', async () => {
    const drawer = await open(
      await send('POST', '/v3/memories/add/', {
        user_id: user,
        infer: false,
        messages: [{ role: 'user', content: 'a short text' }],
        metadata: { note: 'a lamp '.repeat(4_000) },
      }),
    );
    await drawer.getByText('Truncated to 16 kB').waitFor();
    expect(await drawer.getByLabel('request body').locator('pre').innerText()).toContain('"content": "a short text"');
    await drawer.getByText('Only a part of the body is stored. Replace {} with yours').waitFor();
    expect(app.problems).toEqual([]);
  });

  it('shows the value that was refused, over REST and GraphQL', async () => {
    const refused = await open(
      await send('POST', '/v3/memories/search/', { query: 'a', filters: { user_id: user }, top_k: -7 }),
    );
    await refused.getByText('You sent -7 in top_k.').waitFor();
    const marked = (drawer: Locator) => drawer.getByLabel('request body').locator('.e').allTextContents();
    expect(await marked(refused)).toEqual(['"top_k":', '-7']);
    const typed = await open(await send('POST', '/search', { query: 'a', filters: { user_id: user }, top_k: 'many' }));
    await typed.getByText('You sent "many" in top_k.').waitFor();
    const query = '{ searchMemories(query: "a", topK: -8) { results { score } } }';
    const operation = await open(await send('POST', '/graphql', { query }));
    await operation.getByText('You sent -8 in topK.').waitFor();
    expect(await marked(operation)).toEqual(['topK: -8']);
    expect(app.problems).toEqual([]);
  });

  it('says why no body is stored, with a link to the setting', async () => {
    await store(false);
    const drawer = await open(await send('POST', '/v3/memories/search/', { query: 'a', filters: { user_id: user } }));
    await drawer.getByText('This project does not store the bodies of its requests.').waitFor();
    await drawer.getByRole('link', { name: 'Open project settings' }).click();
    await page.getByRole('switch', { name: 'Store request bodies' }).waitFor();
    await page.goto(`${app.url}/dashboard/requests?dashboard=included&method=WS`);
    await page.getByRole('cell', { name: 'WS', exact: true }).first().click();
    await page.getByRole('complementary').getByText('Bodies of operations on a WebSocket are not stored.').waitFor();
    expect(app.problems).toEqual([]);
  });

  it('copies a curl command that repeats a request with its body and query string in a shell', async () => {
    const text = `The lamp isn't "green": $(id) \`id\` \\n {a} Zoë 🏮\nand more`;
    await add(text);
    const requests = [
      ['POST', '/v3/memories/search/', { query: text, filters: { user_id: user }, threshold: 0 }],
      ['GET', `/v1/memories/?user_id=${user}&page=1&page_size=5`, undefined],
      ['POST', '/search', { query: text, filters: { user_id: user }, explain: true, threshold: 0 }],
      [
        'POST',
        '/graphql',
        {
          query: 'query ($q: String!) { searchMemories(query: $q) { results { memory { text } } } }',
          variables: { q: text },
        },
      ],
    ] as const;
    for (const [method, path, body] of requests) {
      const answer = await send(method, path, body);
      expect([path, answer.status]).toEqual([path, 200]);
      expect(JSON.stringify(answer.body)).toContain('The lamp isn');
      const drawer = await open(answer);
      await drawer.getByRole('tab', { name: 'Request' }).click();
      await drawer.getByRole('button', { name: 'Copy', exact: true }).click();
      await drawer.getByRole('button', { name: 'Copied' }).waitFor();
      const command = await page.evaluate<string>('navigator.clipboard.readText()');
      const env = { PATH: process.env.PATH ?? '', MEMORY_GATEWAY_API_KEY: app.admin.apiKey };
      const { stdout } = await promisify(execFile)('sh', ['-c', command], { env });
      expect([path, JSON.parse(stdout)]).toEqual([path, answer.body]);
    }
    expect(app.problems).toEqual([]);
  });

  it('opens a search with query, settings, results and scores as they were, and marks what differs now', async () => {
    const old = await add('The green lamp is in the kitchen.');
    await add('The lamp of the hall is broken.');
    const answer = await send('POST', '/v3/memories/search/', {
      query: 'green lamp',
      filters: { user_id: user },
      threshold: 0,
    });
    const { results: found } = answer.body as { results: { memory: string; score: number }[] };
    const drawer = await open(answer);
    await drawer.getByRole('heading', { name: 'green lamp' }).waitFor();
    await drawer.getByText(`{"user_id":"${user}"}`).waitFor();
    const shown = found.map(({ memory, score }, at) => [String(at + 1), score.toFixed(2), memory]);
    expect((await results(drawer)).map((text) => text.split(/\n+/))).toEqual(shown);
    await drawer.getByRole('button', { name: 'Run again now' }).click();
    await drawer.getByText('The search finds the same today.').waitFor();
    expect((await send('DELETE', `/v1/memories/${old}/`)).status).toBe(200);
    await add('A green lamp, a green lamp.');
    await drawer.getByRole('button', { name: 'Run again now' }).click();
    await drawer.getByText('New', { exact: true }).waitFor();
    const now = await results(drawer);
    expect(now[0]).toMatch(/A green lamp, a green lamp\.\s+New$/);
    expect(now.at(-1)).toMatch(/The green lamp is in the kitchen\.\s+Gone$/);
    expect(app.problems).toEqual([]);
  });

  const searches = [
    {
      name: 'a GraphQL search under aliases',
      path: '/graphql',
      toBody: (of: string) => ({
        query: `query Find($words: String!, $user: String!, $show: Boolean) {
          found: searchMemories(query: $words, filter: { userId: { eq: $user } }, explain: $show) { ...Page }
        }
        fragment Page on SearchMemoriesPayload { hits: results { points: score it: memory { key: id words: text } explain { contributions } } }`,
        variables: { words: 'green lamp', user: of, show: true },
        operationName: 'Find',
      }),
      isExplained: true,
    },
    {
      name: 'a search of the self-hosted API',
      path: '/search',
      toBody: (of: string) => ({ query: 'green lamp', filters: { user_id: of }, explain: true }),
      isExplained: true,
    },
    {
      name: 'a search of the first version',
      path: '/v1/memories/search/',
      toBody: (of: string) => ({ query: 'green lamp', user_id: of }),
      isExplained: false,
    },
    {
      name: 'a search of the second version',
      path: '/v2/memories/search/',
      toBody: (of: string) => ({ query: 'green lamp', filters: { user_id: of } }),
      isExplained: false,
    },
  ];

  it.each(searches)(
    'opens and repeats $name with its explanation, and counts no hit',
    async ({ path, toBody, isExplained }) => {
      const id = await add('The green lamp is in the kitchen.');
      const answer = await send('POST', path, toBody(user));
      expect(answer.body).not.toHaveProperty('errors');
      const drawer = await open(answer);
      expect(await results(drawer)).toEqual([
        expect.stringMatching(/^1\s+0\.\d\d\s+The green lamp is in the kitchen\.$/),
      ]);
      await drawer.getByRole('button', { name: /Show why$/ }).click();
      await drawer.getByText(isExplained ? 'Why this score' : 'The request did not ask for an explanation.').waitFor();
      await add('A green lamp.');
      await drawer.getByRole('button', { name: 'Run again now' }).click();
      await drawer.getByText('New', { exact: true }).waitFor();
      expect(await findViolations(page)).toEqual([]);
      await app.app.services.searchHits?.flush();
      const query = 'query ($id: ID!) { memory(id: $id) { searchHits { searchCount } } }';
      expect(await held(app, query, { id })).toEqual({ memory: { searchHits: { searchCount: 1 } } });
      expect(app.problems).toEqual([]);
    },
  );

  it("opens a search of the dashboard's own, and runs it again", async () => {
    await add('The green lamp is in the kitchen.');
    const search = page.waitForResponse((response) =>
      Boolean(response.request().postData()?.includes('query SearchMemories')),
    );
    await page.goto(`${app.url}/dashboard/memories?q=green+lamp&userId=${user}`);
    const drawer = await open({ headers: (await search).headers() });
    expect(await results(drawer)).toEqual([expect.stringContaining('The green lamp is in the kitchen.')]);
    await drawer.getByRole('button', { name: 'Run again now' }).click();
    await drawer.getByText('The search finds the same today.').waitFor();
    expect(app.problems).toEqual([]);
  });

  it('shows the results that a cut response contains', async () => {
    const note = 'Further words about the lamp. '.repeat(40);
    for (let number = 1; number <= 16; number += 1) await add(`The lamp number ${number}. ${note}`);
    const answer = await send('POST', '/v3/memories/search/', {
      query: 'lamp',
      filters: { user_id: user },
      threshold: 0,
      top_k: 20,
    });
    const { results: found } = answer.body as { results: { memory: string }[] };
    const drawer = await open(answer);
    const shown = await results(drawer);
    expect(shown.length).toBeGreaterThan(5);
    expect(shown.length).toBeLessThan(found.length);
    shown.forEach((text, at) => expect(text).toContain(found[at]?.memory.slice(0, 20)));
    await drawer.getByText(`The stored response is truncated after ${shown.length} results.`).waitFor();
    await drawer.getByRole('button', { name: 'Run again now' }).click();
    await expect.poll(async () => (await results(drawer)).length).toBe(found.length);
    expect(await drawer.getByText('New', { exact: true }).count()).toBe(0);
    expect(app.problems).toEqual([]);
  });
});
