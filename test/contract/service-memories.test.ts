import { beforeEach, describe, expect, it } from 'vitest';
import { startReceiver, type Receiver } from '../webhook/receiver.js';
import { restApp, text, time, uuid } from './rest-app.js';

const app = restApp({ outboundAllow: ['loopback'] });
const call = (...[method, path, body]: Parameters<typeof app.admin.rest>) => app.admin.rest(method, path, body);
const accepted = { message: expect.stringMatching(/in progress.*may take some time/i) as unknown, event_id: uuid };
const ids = ['user_id', 'agent_id', 'app_id', 'run_id'] as const;
const every = { OR: ids.map((name) => ({ [name]: '*' })) };
const left = async () =>
  ((await call('POST', '/v3/memories/', { filters: every, fields: ['memory'] })).body.results as { memory: string }[])
    .map(({ memory }) => memory)
    .sort();

async function remove(query: string): Promise<string[]> {
  expect(await call('DELETE', `/v1/memories/${query}`)).toMatchObject({ status: 200, body: accepted });
  await app.settled();
  return left();
}

describe('service-description.md, deletion of memories by filter', () => {
  beforeEach(async () => {
    for (const name of ids)
      for (const id of ['a', 'b'])
        await app.remember(`${name} ${id}`, { user_id: undefined, [name]: id, metadata: { of: `${name} ${id}` } });
  });
  const all = ids.flatMap((name) => [`${name} a`, `${name} b`]).sort();
  const without = (...gone: string[]) => all.filter((memory) => !gone.includes(memory));

  it('S8, S67, S71 and S94: memories are deleted by filter, asynchronously, under an event id', async () => {
    const { body } = await call('DELETE', '/v1/memories/?user_id=a');
    expect(body).toEqual(accepted);
    await app.settled();
    expect((await call('GET', `/v1/event/${String(body.event_id)}/`)).body).toMatchObject({
      id: body.event_id,
      event_type: 'DELETE_ALL',
      status: 'SUCCEEDED',
    });
    expect(await left()).toEqual(without('user_id a'));
  });

  it.each(ids)('S25: %s is a filter, and * means all of them', async (name) => {
    expect(await remove(`?${name}=a`)).toEqual(without(`${name} a`));
    expect(await remove(`?${name}=*`)).toEqual(without(`${name} a`, `${name} b`));
  });

  it('S26: metadata is a filter, as JSON text', async () => {
    expect(await remove(`?metadata=${encodeURIComponent('{"of":"app_id b"}')}`)).toEqual(without('app_id b'));
    for (const metadata of ['of', '[1]', '7'])
      expect((await call('DELETE', `/v1/memories/?metadata=${metadata}`)).status).toBe(400);
  });

  it('S27: organization and project are filters, which a key cannot widen', async () => {
    const { orgId, projectId } = app.test.admin;
    expect(await remove(`?user_id=a&org_id=${orgId}&project_id=${projectId}`)).toEqual(without('user_id a'));
    for (const other of ['org_id=org_none', 'project_id=proj_none'])
      expect((await call('DELETE', `/v1/memories/?user_id=b&${other}`)).status).toBe(403);
    expect(await left()).toEqual(without('user_id a'));
  });

  it('S68, S102 and S110: no filter is a validation error', async () => {
    for (const query of ['', '?user_id=', '?metadata={}', '?source=CLI', `?org_id=${app.test.admin.orgId}`])
      expect(await call('DELETE', `/v1/memories/${query}`)).toMatchObject({
        status: 400,
        body: { error: text, detail: text },
      });
    expect(await left()).toEqual(all);
  });

  it('S69: a full wipe takes all four at *', async () => {
    expect(await remove('?user_id=*&agent_id=*&app_id=*')).toEqual(['run_id a', 'run_id b']);
    expect(await remove('?user_id=*&agent_id=*&app_id=*&run_id=*')).toEqual([]);
  });

  it('S70: user_id=* alone deletes the memories of every user, and no others', async () => {
    expect(await remove('?user_id=*')).toEqual(without('user_id a', 'user_id b'));
  });
});

const hook = { url: 'https://hooks.example.org/m', name: 'Audit', event_types: ['memory_add', 'memory_categorize'] };

describe('service-description.md, webhooks', () => {
  const paths = () => [
    `/api/v1/webhooks/projects/${app.test.admin.projectId}/`,
    `/api/v1/webhooks/${app.test.admin.projectId}/webhook/`,
  ];

  it('S28 to S36: a webhook has its nine fields', async () => {
    const fields = {
      webhook_id: text,
      ...hook,
      owner: 'Admin',
      is_active: true,
      project: 'default-project',
      created_at: time,
      updated_at: time,
    };
    const { body } = await call('POST', paths()[0] ?? '', hook);
    expect(body).toMatchObject(fields);
    const listed = (await call('GET', paths()[0] ?? '')).body as unknown as object[];
    expect(listed).toEqual([{ ...fields, webhook_id: body.webhook_id }]);
  });

  it('S72 and S101: webhooks are listed as an array; no access answers an error', async () => {
    const { client: stranger } = await app.person('stranger');
    for (const path of paths()) {
      expect(await call('GET', path)).toMatchObject({ status: 200, body: [] });
      expect(await stranger.rest('GET', path)).toMatchObject({ status: 403, body: { error: text } });
    }
  });

  it('S73 and S74: a webhook is created with url, name and event_types, for the project in the path, of either shape', async () => {
    for (const path of paths()) expect(await call('POST', path, hook)).toMatchObject({ status: 201, body: hook });
    for (const path of paths()) expect(await call('GET', path)).toMatchObject({ body: [hook, hook] });
  });

  it('S9 and S93: a project is notified of the events that its webhooks subscribe to', async () => {
    const receivers: Receiver[] = await Promise.all([startReceiver(), startReceiver()]);
    const types = ['memory_add', 'memory_categorize'];
    for (const [index, receiver] of receivers.entries())
      await call('POST', paths()[0] ?? '', { ...hook, url: receiver.url, event_types: [types[index]] });
    const id = await app.remember('I collect stamps');
    for (const receiver of receivers) await receiver.arrived(1);
    const [added, categorized] = receivers.map(({ received }) =>
      received.map(({ body }) => JSON.parse(body) as unknown),
    );
    expect(added).toEqual([{ event_details: { id, data: { memory: 'I collect stamps' }, event: 'ADD' } }]);
    expect(categorized).toEqual([{ event_details: { event: 'CATEGORIZE', memory_id: id, categories: ['hobbies'] } }]);
    await Promise.all(receivers.map((receiver) => receiver.close()));
  });
});
