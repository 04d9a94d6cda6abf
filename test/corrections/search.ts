import type { TestApp } from '../helpers/app.js';

/** A result, and the memory that outdates it. */
export interface Found {
  readonly memory: string;
  readonly outdated_by?: { readonly id: string; readonly memory: string; readonly probability: number };
}

/** Searches the memories of a user over the hosted API, as the admin. @param how further fields of the request */
export async function search(
  app: TestApp,
  { userId, query, how = {} }: { userId: string; query: string; how?: object },
): Promise<readonly Found[]> {
  const body = { query, filters: { user_id: userId }, ...how };
  return (await app.as(app.admin.apiKey).rest<{ results: Found[] }>('POST', '/v3/memories/search/', body)).body.results;
}
