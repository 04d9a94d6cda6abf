import type { DashboardApp } from './browser.js';

/** Runs a query as the admin. @throws if the response has errors */
export async function held<Data>(app: DashboardApp, query: string, variables: object = {}): Promise<Data> {
  const { body } = await app
    .as(app.admin.apiKey)
    .rest<{ data: Data; errors?: unknown }>('POST', '/graphql', { query, variables });
  if (body.errors) throw new Error(JSON.stringify(body.errors));
  return body.data;
}
