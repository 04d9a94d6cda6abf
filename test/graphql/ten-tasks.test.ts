import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.js';

// Each document was written from schema.graphql alone, and worked when it was first sent. A document that must change shows
// that the schema breaks programs.

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp({ outboundAllow: ['loopback'] });
});
afterAll(() => test.close());

/** Sends a document. @returns its data. @throws if the response has errors */
async function send<Data>(query: string, variables: object = {}, apiKey = test.admin.apiKey): Promise<Data> {
  const headers = apiKey === '' ? {} : { 'x-api-key': apiKey };
  const response = await test.app.inject({ method: 'POST', url: '/graphql', headers, payload: { query, variables } });
  const { data, errors } = response.json<{ data: Data; errors?: unknown }>();
  expect(errors).toBeUndefined();
  return data;
}

const uuid = expect.stringMatching(/^[0-9a-f-]{36}$/) as string;
const time = expect.stringMatching(/^20\d\d-.*Z$/) as string;

/** Stores sentences of a user as they are. @returns the IDs of the memories */
async function store(userId: string, ...contents: string[]): Promise<string[]> {
  const { addMemories } = await send<{ addMemories: { results: { memoryId: string }[] } }>(
    `mutation ($input: AddMemoriesInput!) {
      addMemories(input: $input) { ... on AddMemoriesPayload { results { memoryId } } }
    }`,
    { input: { userId, infer: false, messages: contents.map((content) => ({ role: 'USER', content })) } },
  );
  return addMemories.results.map(({ memoryId }) => memoryId);
}

describe('a program that was written from schema.graphql alone', () => {
  it('gives a team a project of its own, with a key that opens nothing else', async () => {
    const { createOrganization } = await send<{ createOrganization: { organization: { id: string } } }>(`
      mutation {
        createOrganization(input: { name: "Team" }) {
          ... on CreateOrganizationPayload { organization { id name viewerRole } }
        }
      }`);
    const organization = { id: expect.stringMatching(/^org_/) as string, name: 'Team', viewerRole: 'OWNER' };
    expect(createOrganization).toEqual({ organization });
    const { createProject } = await send<{ createProject: { project: { id: string } } }>(
      `mutation ($organizationId: ID!) {
        createProject(input: { organizationId: $organizationId, name: "Bot" }) {
          ... on CreateProjectPayload { project { id organization { name } } }
        }
      }`,
      { organizationId: createOrganization.organization.id },
    );
    const { createApiKey } = await send<{ createApiKey: { secret: string; apiKey: object } }>(
      `mutation ($projectId: ID!) {
        createApiKey(input: { label: "bot", projectId: $projectId, isReadOnly: true, expiresAt: "2099-01-01T00:00:00Z" }) {
          ... on CreateApiKeyPayload { secret apiKey { isReadOnly expiresAt project { name } } }
        }
      }`,
      { projectId: createProject.project.id },
    );
    const apiKey = { isReadOnly: true, expiresAt: '2099-01-01T00:00:00.000Z', project: { name: 'Bot' } };
    expect(createApiKey.apiKey).toEqual(apiKey);
    const own = '{ viewer { isAdmin project { name } } projects { nodes { name } } }';
    expect(await send(own, {}, createApiKey.secret)).toEqual({
      viewer: { isAdmin: false, project: { name: 'Bot' } },
      projects: { nodes: [{ name: 'Bot' }] },
    });
  });

  it('finds memories by their metadata, changes two at once, and deletes them by their IDs', async () => {
    const ids = await store('mara', 'The invoice is open.', 'The parcel is late.');
    const changed = await send(
      `mutation ($memories: [MemoryUpdateInput!]!) {
        updateMemories(input: { memories: $memories }) { ... on UpdateMemoriesPayload { updatedCount } }
      }`,
      { memories: ids.map((id, index) => ({ id, metadata: { topic: 'support', priority: index + 1 } })) },
    );
    expect(changed).toEqual({ updateMemories: { updatedCount: 2 } });
    const found = await send(`{
      memories(filter: { userId: { eq: "mara" }, metadata: { priority: { gte: 2 }, topic: "support" } }) {
        nodes { text metadata }
      }
    }`);
    const late = { text: 'The parcel is late.', metadata: { topic: 'support', priority: 2 } };
    expect(found).toEqual({ memories: { nodes: [late] } });
    const deleted = await send(
      `mutation ($ids: [ID!]!) {
        deleteMemoriesById(input: { ids: $ids }) { ... on DeleteMemoriesByIdPayload { deletedCount } }
      }`,
      { ids },
    );
    expect(deleted).toEqual({ deleteMemoriesById: { deletedCount: 2 } });
  });

  it('states that one memory makes another outdated, lists the latest, and takes that back', async () => {
    const [olderMemoryId, newerMemoryId] = await store('noor', 'I work at the harbour.', 'I teach sailing now.');
    const { setMemoryLink } = await send<{ setMemoryLink: { memoryLink: { id: string } } }>(
      `mutation ($newerMemoryId: ID!, $olderMemoryId: ID!) {
        setMemoryLink(input: { newerMemoryId: $newerMemoryId, olderMemoryId: $olderMemoryId, reason: "Noor said so" }) {
          ... on SetMemoryLinkPayload {
            memoryLink { id relation status source reason }
            olderMemory { lifecycleState replacedBy { text } }
          }
        }
      }`,
      { newerMemoryId, olderMemoryId },
    );
    const link = { relation: 'SUPERSEDES', status: 'CONFIRMED', source: 'PERSON', reason: 'Noor said so' };
    expect(setMemoryLink).toEqual({
      memoryLink: { id: uuid, ...link },
      olderMemory: { lifecycleState: 'SUPERSEDED', replacedBy: { text: 'I teach sailing now.' } },
    });
    const list = '{ memories(filter: { userId: { eq: "noor" } }, latestOnly: true) { nodes { text } } }';
    expect(await send(list)).toEqual({ memories: { nodes: [{ text: 'I teach sailing now.' }] } });
    const rejected = await send(
      `mutation ($id: ID!) {
        decideMemoryLink(input: { id: $id, status: REJECTED }) {
          ... on DecideMemoryLinkPayload { memoryLink { status } olderMemory { lifecycleState } }
        }
      }`,
      { id: setMemoryLink.memoryLink.id },
    );
    expect(rejected).toEqual({
      decideMemoryLink: { memoryLink: { status: 'REJECTED' }, olderMemory: { lifecycleState: 'ACTIVE' } },
    });
  });

  it('describes a user before the first memory, and sorts users by their memories', async () => {
    const created = await send(`
      mutation {
        createEntity(input: { type: USER, name: "zoe", metadata: { plan: "pro" } }) {
          ... on CreateEntityPayload { entity { id name memoryCount metadata } }
        }
      }`);
    const zoe = { name: 'zoe', memoryCount: 0, metadata: { plan: 'pro' } };
    expect(created).toEqual({
      createEntity: { entity: { id: expect.stringMatching(/^ent_/) as string, ...zoe } },
    });
    await store('abe', 'Abe cooks.', 'Abe bakes.');
    const sorted = await send(`{
      entities(type: USER, search: "e", orderBy: { field: MEMORY_COUNT, direction: DESC }) {
        totalCount
        nodes { name memoryCount }
      }
    }`);
    const nodes = [
      { name: 'abe', memoryCount: 2 },
      { name: 'zoe', memoryCount: 0 },
    ];
    expect(sorted).toEqual({ entities: { totalCount: 2, nodes } });
  });

  it('exports what it stores about a user, and reads the file from the export', async () => {
    await store('lena', 'Lena collects stamps.');
    const { createExport } = await send<{ createExport: { export: { id: string } } }>(`
      mutation {
        createExport(input: { format: JSON, filter: { userId: { eq: "lena" } } }) {
          ... on CreateExportPayload { export { id status } }
        }
      }`);
    const read = () =>
      send(
        `query ($id: ID!) {
          export(id: $id) { status format memoryCount document downloadPath event { type status totalCount completedCount } }
        }`,
        createExport.export,
      );
    const file = {
      status: 'SUCCEEDED',
      format: 'JSON',
      memoryCount: 1,
      document: [expect.objectContaining({ memory: 'Lena collects stamps.' })] as unknown,
      downloadPath: expect.stringMatching(/^\//) as string,
      event: { type: 'EXPORT', status: 'SUCCEEDED', totalCount: 1, completedCount: 1 },
    };
    await expect.poll(read, { timeout: 20_000 }).toEqual({ export: file });
  });

  it('receives signed events of a project, and sees what was delivered', async () => {
    const bodies: string[] = [];
    const receiver = createServer((request, response) => {
      request.on('data', (part: Buffer) => bodies.push(part.toString())).on('end', () => response.end());
    });
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
    const { createWebhook } = await send<{ createWebhook: { webhook: { id: string } } }>(
      `mutation ($url: String!) {
        createWebhook(input: { name: "Bot", url: $url, eventTypes: [MEMORY_ADD, MEMORY_DELETE] }) {
          ... on CreateWebhookPayload { secret webhook { id isActive createdByUser { role } } }
        }
      }`,
      { url },
    );
    const webhook = { id: expect.stringMatching(/^wh_/) as string, isActive: true, createdByUser: { role: 'ADMIN' } };
    expect(createWebhook).toEqual({ secret: expect.stringMatching(/^whsec_/) as string, webhook });
    await send(
      `mutation ($webhookId: ID!) {
        sendWebhookTestEvent(input: { webhookId: $webhookId, eventType: MEMORY_ADD }) {
          ... on SendWebhookTestEventPayload { webhookDelivery { id status eventType } }
        }
      }`,
      { webhookId: createWebhook.webhook.id },
    );
    const deliveries = () =>
      send(
        `query ($id: ID!) {
          webhook(id: $id) { deliveries(status: DELIVERED) { nodes { eventType responseStatusCode attemptCount } } }
        }`,
        createWebhook.webhook,
      );
    const delivered = { eventType: 'MEMORY_ADD', responseStatusCode: 200, attemptCount: 1 };
    await expect.poll(deliveries, { timeout: 20_000 }).toEqual({ webhook: { deliveries: { nodes: [delivered] } } });
    expect(bodies).toHaveLength(1);
    await new Promise((resolve) => receiver.close(resolve));
  });

  it('counts the records of a file, imports them, and learns which became no memory', async () => {
    const importFile = `mutation ($content: String!, $dryRun: Boolean!) {
      importMemories(input: { format: CSV, content: $content, dryRun: $dryRun, userId: "otto" }) {
        ... on ImportMemoriesPayload {
          foundCount importedCount knownCount leftOutCount
          leftOut { recordNumber reason }
          event { status import { foundCount importedCount leftOut { recordNumber recordId } } }
        }
      }
    }`;
    const content = 'memory,color\nOtto sails.,red\n,blue\nOtto rows.,green\n';
    const counts = { foundCount: 3, importedCount: 2, knownCount: 0, leftOutCount: 1 };
    const leftOut = [{ recordNumber: 2, reason: expect.any(String) as string }];
    expect(await send(importFile, { content, dryRun: true })).toEqual({
      importMemories: { ...counts, leftOut, event: null },
    });
    const details = { foundCount: 3, importedCount: 2, leftOut: [{ recordNumber: 2, recordId: null }] };
    expect(await send(importFile, { content, dryRun: false })).toEqual({
      importMemories: { ...counts, leftOut, event: { status: 'SUCCEEDED', import: details } },
    });
    expect(await send(importFile, { content, dryRun: false })).toMatchObject({
      importMemories: { importedCount: 0, knownCount: 2 },
    });
  });

  it('invites a person, who sees the offer and becomes a user', async () => {
    const { createInvitation } = await send<{ createInvitation: { token: string } }>(`
      mutation {
        createInvitation(input: { email: "kim@example.com", role: OWNER, expiresInHours: 24 }) {
          ... on CreateInvitationPayload { token invitation { email role userRole expiresAt invitedByUser { role } } }
        }
      }`);
    const invitation = { email: 'kim@example.com', role: 'OWNER', userRole: 'MEMBER', expiresAt: time };
    const invitedByUser = { role: 'ADMIN' };
    expect(createInvitation).toEqual({
      token: expect.any(String) as string,
      invitation: { ...invitation, invitedByUser },
    });
    const { token } = createInvitation;
    const offer = 'query ($token: String!) { invitationOffer(token: $token) { email role userRole } }';
    expect(await send(offer, { token }, '')).toEqual({
      invitationOffer: { email: 'kim@example.com', role: 'OWNER', userRole: 'MEMBER' },
    });
    const accepted = await send(
      `mutation ($token: String!) {
        acceptInvitation(input: { link: { token: $token, name: "Kim", password: "a long password of Kim" } }) {
          ... on AcceptInvitationPayload { user { name email } session { accessToken expiresIn } }
        }
      }`,
      { token },
      '',
    );
    const session = { accessToken: expect.any(String) as string, expiresIn: expect.any(Number) as number };
    expect(accepted).toEqual({ acceptInvitation: { user: { name: 'Kim', email: 'kim@example.com' }, session } });
  });

  it('shows what a conversation would store before it stores it, and what of it is known', async () => {
    await store('vera', 'I prefer tea to coffee.');
    const planned = await send(
      `query ($messages: [MessageInput!]!) {
        previewMemories(input: { userId: "vera", messages: $messages }) {
          hasModel
          memories { event text userId existingMemoryId }
          unusedMessages
        }
      }`,
      {
        messages: [
          { role: 'USER', content: 'I prefer tea to coffee.' },
          { role: 'USER', content: 'I live in Porto.' },
          { role: 'ASSISTANT', content: 'Noted.' },
        ],
      },
    );
    const vera = { userId: 'vera' };
    expect(planned).toEqual({
      previewMemories: {
        hasModel: false,
        memories: [
          { event: 'NOOP', text: 'I prefer tea to coffee.', ...vera, existingMemoryId: uuid },
          { event: 'ADD', text: 'I live in Porto.', ...vera, existingMemoryId: null },
        ],
        unusedMessages: [3],
      },
    });
  });

  it('rates a memory, counts ratings and requests, and reads who changed what', async () => {
    const [memoryId] = await store('ines', 'Ines swims.');
    await send(
      `mutation ($memoryId: ID!) {
        giveFeedback(input: { memoryId: $memoryId, rating: NEGATIVE, reason: "She rides." }) {
          ... on GiveFeedbackPayload { feedback { rating } }
        }
      }`,
      { memoryId },
    );
    const counted = await send(`{
      feedback(rating: NEGATIVE) { nodes { reason memory { text } } }
      projectStatistics { feedback { negativeCount positiveCount } growth(days: 1) { day memoryCount } }
      auditLogs(filter: { action: "webhook." }, first: 5) { nodes { action actorType actor { role } } }
    }`);
    const actor = { actorType: 'API_KEY', actor: { role: 'ADMIN' } };
    expect(counted).toEqual({
      feedback: { nodes: [{ reason: 'She rides.', memory: { text: 'Ines swims.' } }] },
      projectStatistics: {
        feedback: { negativeCount: 1, positiveCount: 0 },
        growth: [
          { day: expect.stringMatching(/^20\d\d-\d\d-\d\d$/) as string, memoryCount: expect.any(Number) as number },
        ],
      },
      auditLogs: {
        nodes: [
          { action: 'webhook.send_test', ...actor },
          { action: 'webhook.create', ...actor },
        ],
      },
    });
    // The log is written in the background.
    const refused = () =>
      send(`{ requestLogStatistics(filter: { operation: "Unknown" }) { byOutcome { outcome requestCount } } }`);
    await test.app.inject({
      method: 'POST',
      url: '/graphql',
      headers: { 'x-api-key': test.admin.apiKey },
      payload: { query: 'query Unknown { memory(id: "0190c6c5-0000-7000-8000-000000000000") { id } }' },
    });
    await expect
      .poll(refused, { timeout: 20_000 })
      .toEqual({ requestLogStatistics: { byOutcome: [{ outcome: 'REFUSED', requestCount: 1 }] } });
  });
});
