import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.js';

let gateway: TestApp;
beforeAll(async () => {
  gateway = await startTestApp();
  const add = (content: string, more: object = {}) =>
    post('/memories', { user_id: 'ada', infer: false, messages: [{ role: 'user', content }], ...more });
  await add('Tea at four');
  await add('Tea at noon', { expiration_date: '2020-01-01' });
});
afterAll(() => gateway.close());

const get = <Body>(path: string) => gateway.as(gateway.admin.apiKey).rest<Body>('GET', path);
async function post<Body>(path: string, body: object): Promise<Body> {
  const answer = await gateway.as(gateway.admin.apiKey).rest<Body>('POST', path, body);
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  return answer.body;
}

interface Listed {
  readonly results: readonly { readonly memory: string }[];
}
const textsOf = ({ results }: Listed) => results.map(({ memory }) => memory).sort();

describe('an option of the self-hosted REST API', () => {
  it('includes expired memories in lists and searches: show_expired', async () => {
    const [list, search] = ['/memories?user_id=ada', { query: 'tea', user_id: 'ada' }];
    expect(textsOf((await get<Listed>(list)).body)).toEqual(['Tea at four']);
    expect(textsOf((await get<Listed>(`${list}&show_expired=true`)).body)).toEqual(['Tea at four', 'Tea at noon']);
    expect(textsOf(await post<Listed>('/search', search))).toEqual(['Tea at four']);
    const all = await post<Listed>('/search', { ...search, show_expired: true });
    expect(textsOf(all)).toEqual(['Tea at four', 'Tea at noon']);
  });

  it('limits an invitation: expires_in_hours', async () => {
    const body = { email: 'li@example.com', role: 'READER', expires_in_hours: 2 };
    const before = Date.now();
    const { expires_at: expiresAt } = await post<{ expires_at: string }>('/invitations', body);
    expect(Math.abs(Date.parse(expiresAt) - before - 7_200_000)).toBeLessThan(60_000);
  });

  it('filters the request log: auth, min_status, max_status, since', async () => {
    await gateway.as(null).rest('GET', '/memories?user_id=ada');
    await get('/memories/00000000-0000-4000-8000-000000000000');
    interface Logged {
      readonly auth_type: string;
      readonly status_code: number;
    }
    const read = async (query: string) => (await get<Logged[]>(`/requests?limit=200&${query}`)).body;
    await vi.waitFor(async () => {
      expect((await read('auth=none')).map(({ status_code: status }) => status)).toContain(401);
      expect((await read('min_status=404&max_status=404')).length).toBeGreaterThan(0);
    }, 10_000);
    expect((await read('auth=none')).every(({ auth_type: type }) => type === 'none')).toBe(true);
    expect((await read('min_status=400')).every(({ status_code: status }) => status >= 400)).toBe(true);
    expect((await read('max_status=299')).every(({ status_code: status }) => status < 300)).toBe(true);
    expect((await read('max_status=299')).length).toBeGreaterThan(0);
    expect(await read('since=2999-01-01T00:00:00Z')).toEqual([]);
    expect((await read('since=2001-01-01T00:00:00Z')).length).toBeGreaterThan(0);
  });
});

describe('the place of a search in the hosted REST API', () => {
  const searches = [
    ['/v1/memories/search/', { user_id: 'ada' }],
    ['/v2/memories/search/', { filters: { user_id: 'ada' } }],
    ['/v3/memories/search/', { filters: { user_id: 'ada' } }],
  ] as const;

  it.each(searches)('is the project of project_id, in the organization of org_id: %s', async (path, owner) => {
    const { orgId, projectId } = gateway.admin;
    const projects = `/api/v1/orgs/organizations/${orgId}/projects/`;
    const { project_id: other } = await post<{ project_id: string }>(projects, { name: `Harbour ${path}` });
    const message = { role: 'user', content: 'Tea in the harbour' };
    await post('/v3/memories/add/', { messages: [message], user_id: 'ada', infer: false, project_id: other });
    const search = (place: object) =>
      gateway
        .as(gateway.admin.apiKey)
        .rest<Listed | Listed['results']>('POST', path, { query: 'tea', ...owner, ...place });
    const found = async (place: object) => {
      const { status, body } = await search(place);
      expect(status, JSON.stringify(body)).toBe(200);
      return textsOf('results' in body ? body : { results: body });
    };
    expect(await found({})).toEqual(['Tea at four']);
    expect(await found({ project_id: projectId })).toEqual(['Tea at four']);
    expect(await found({ project_id: other })).toEqual(['Tea in the harbour']);
    expect(await found({ org_id: orgId, project_id: other })).toEqual(['Tea in the harbour']);
    for (const place of [{ project_id: 'proj_unknown' }, { org_id: 'another-organization', project_id: other }])
      expect((await search(place)).status).toBe(403);
  });
});

describe('the id of an organization in the hosted REST API', () => {
  it.each(['/v1/entities/filters/', '/v1/events/', '/v1/memories/events/', '/v1/stats/'])(
    'is one that the key may use, or refused with 403: %s',
    async (path) => {
      expect((await get(`${path}?org_id=${gateway.admin.orgId}`)).status).toBe(200);
      expect((await get(`${path}?org_id=another-organization`)).status).toBe(403);
    },
  );

  it('pages events: page', async () => {
    const page = async (number: number) => (await get<Listed>(`/v1/events/?page=${number}&page_size=1`)).body.results;
    const [first, second] = [await page(1), await page(2)];
    expect([first.length, second.length]).toEqual([1, 1]);
    expect(second).not.toEqual(first);
  });
});
