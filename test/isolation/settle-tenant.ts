import type { CallerUser } from '../../src/auth/caller.js';
import { beginSession } from '../../src/auth/sessions.js';
import { newId } from '../../src/ids.js';
import { transact } from '../../src/unit-of-work/transact.js';
import type { TestApp } from '../helpers/app.js';
import { person, tenant as createTenant, type Tenant } from '../helpers/context.js';
import { connectApp, signIn } from '../mcp/oauth-client.js';
import type { Ids } from './ids.js';

/** A tenant to fill with objects. */
export interface Place {
  readonly tenant: Tenant;
  readonly owner: CallerUser;
  readonly text: string;
}

type Values = Record<string, unknown>;

interface Actions {
  /** Sends a request that must succeed. */
  post(path: string, body: Values): Promise<Values>;
  /** Runs a mutation that must succeed. */
  mutate(field: string, input: string, selection: string): Promise<Values>;
}

async function actAs(test: TestApp, owner: CallerUser): Promise<Actions> {
  const { rest } = test.as(await test.keyFor(owner));
  const post = async (path: string, body: Values): Promise<Values> => {
    const answer = await rest<Values>('POST', path, body);
    if (answer.status >= 300) throw new Error(`POST ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const mutate = async (field: string, input: string, selection: string): Promise<Values> => {
    const query = `mutation { ${field}(input: { ${input} }) { ... on ${field.charAt(0).toUpperCase()}${field.slice(1)}Payload { ${selection} } } }`;
    const { data } = await post('/graphql', { query });
    const made = (data as Record<string, Values | null> | null)?.[field];
    if (!made || Object.keys(made).length === 0) throw new Error(`${field} failed.`);
    return made;
  };
  return { post, mutate };
}

/** Creates one object of each kind with the texts of the tenant. */
export async function settleTenant(
  test: TestApp,
  { tenant: { organizationId, projectId }, owner, text }: Place,
): Promise<Ids> {
  const { services } = test.app;
  const { post, mutate } = await actAs(test, owner);
  await services.database.query(
    'UPDATE projects SET name = $2::text, description = $2::text, custom_instructions = $2::text WHERE id = $1',
    [projectId, text],
  );
  await services.database.query('UPDATE organizations SET name = $2 WHERE id = $1', [organizationId, `Org-${text}`]);
  const entity = `entity-of-${owner.name}`;
  const remember = async (content: string, userId: string): Promise<string> => {
    const messages = [{ role: 'user', content }];
    const { results } = await post('/v3/memories/add/', {
      messages,
      user_id: userId,
      infer: false,
      metadata: { text },
    });
    return String((results as { id: string }[])[0]?.id);
  };
  const [memory, otherMemory] = [
    await remember(`The ${text} is red`, entity),
    await remember(`The ${text} is green`, entity),
  ];
  await remember(`The ${text} is gone`, 'leaving');
  const hook = { name: text, url: `https://${text}.invalid/x`, event_types: ['memory_update'] };
  const webhook = String((await post(`/api/v1/webhooks/projects/${projectId}/`, hook)).webhook_id);
  const { logStream } = await mutate(
    'createLogStream',
    toLogStream(text, `projectId: "${projectId}"`),
    'logStream { id }',
  );
  const { webhookDelivery } = await mutate('sendWebhookTestEvent', `webhookId: "${webhook}"`, 'webhookDelivery { id }');
  const schema = { type: 'object', properties: { [text]: { type: 'string', description: text } } };
  const exported = await post('/v1/exports/', { schema, filters: { user_id: entity } });
  const { deletion } = await mutate('deleteMemories', 'userId: "leaving", undoSeconds: 86400', 'deletion { id }');
  await mutate('updateProfileSettings', 'isEnabled: true', '__typename');
  const { profileJob } = await mutate('generateProfiles', `userId: "${entity}"`, 'profileJob { id }');
  const { memoryLink } = await mutate(
    'setMemoryLink',
    `newerMemoryId: "${otherMemory}", olderMemoryId: "${memory}"`,
    'memoryLink { id }',
  );
  await mutate('giveFeedback', `memoryId: "${memory}", rating: NEGATIVE, reason: "${text}"`, '__typename');
  const victim = await person(services, `${text}-member`);
  await services.database.query("INSERT INTO project_members (project_id, user_id, role) VALUES ($1, $2, 'READER')", [
    projectId,
    victim.id,
  ]);
  await services.database.query(
    "INSERT INTO organization_members (organization_id, user_id, role) VALUES ($1, $2, 'READER')",
    [organizationId, victim.id],
  );
  const guest = `${text}-guest@example.com`;
  const { invitation } = await mutate(
    'addProjectMember',
    `projectId: "${projectId}", email: "${guest}", role: READER`,
    'invitation { id }',
  );
  const key = await post('/api-keys', { label: text, project_id: projectId });
  return {
    organization: organizationId,
    project: projectId,
    memory,
    otherMemory,
    entity,
    webhook,
    logStream: idOf(logStream),
    delivery: idOf(webhookDelivery),
    event: String(exported.event_id ?? exported.id),
    export: String(exported.id),
    deletion: idOf(deletion),
    profileJob: idOf(profileJob),
    apiKey: String(key.id),
    invitation: idOf(invitation),
    link: idOf(memoryLink),
    requestLog: await findRequestLog(test, projectId),
    user: victim.id,
    session: await beginOwnSession(test, owner),
    memoryChange: await findChange(test, memory),
    attempt: await insertAttempt(test, { delivery: idOf(webhookDelivery), projectId, text }),
    connectedApp: (await connectApp(test, { projectId, session: await signIn(test, owner) })).id,
    receivedInvitation: await receiveInvitation(test, owner, text),
    email: victim.email,
  };
}

/** Creates the kinds of objects that an organization has beside its projects. */
export async function settleShared(
  test: TestApp,
  { tenant: { organizationId }, owner, text }: Place,
  own: Ids,
): Promise<Ids> {
  const { post, mutate } = await actAs(test, owner);
  const place = `organizationId: "${organizationId}"`;
  const { logStream } = await mutate('createLogStream', toLogStream(text, place), 'logStream { id }');
  const email = `${text}-newcomer@example.com`;
  const { invitation } = await mutate(
    'addOrganizationMember',
    `${place}, email: "${email}", role: READER`,
    'invitation { id }',
  );
  const gone = await post(`/api/v1/orgs/organizations/${organizationId}/projects/`, { name: text });
  const { deletion } = await mutate('deleteProject', `id: "${String(gone.project_id)}"`, 'deletion { id }');
  return { ...own, logStream: idOf(logStream), invitation: idOf(invitation), deletion: idOf(deletion) };
}

const toLogStream = (text: string, place: string): string =>
  `name: "${text}", url: "https://${text}.invalid/x", format: NDJSON, source: AUDIT_LOG, isActive: false, ${place}`;

const idOf = (made: unknown): string => (made as { id: string }).id;

/** A session of the owner. */
async function beginOwnSession({ app: { services } }: TestApp, { id }: CallerUser): Promise<string> {
  return (await transact(services, (unit) => beginSession(unit, { userId: id, now: services.now() }))).familyId;
}

async function findChange({ app: { services } }: TestApp, memoryId: string): Promise<string> {
  const [row] = await services.database.query<{ id: string }>('SELECT id FROM memory_history WHERE memory_id = $1', [
    memoryId,
  ]);
  return String(row?.id);
}

/** An attempt of a delivery. Attempts of the worker come later. */
async function insertAttempt(
  { app: { services } }: TestApp,
  { delivery, projectId, text }: { delivery: string; projectId: string; text: string },
): Promise<string> {
  const id = newId();
  await services.database.query(
    `INSERT INTO webhook_attempts (id, delivery_id, project_id, number, latency_ms, response_status, response_body)
     VALUES ($1, $2, $3, 1, 5, 500, $4)`,
    [id, delivery, projectId, text],
  );
  return id;
}

/** An invitation that the owner received from another organization. */
async function receiveInvitation(test: TestApp, { email }: CallerUser, text: string): Promise<string> {
  const { services } = test.app;
  const inviter = await person(services, `${text}-inviter`);
  const { organizationId } = await createTenant(services, [], [[inviter, 'OWNER']]);
  await services.database.query('UPDATE organizations SET name = $2 WHERE id = $1', [organizationId, text]);
  const { mutate } = await actAs(test, inviter);
  const input = `organizationId: "${organizationId}", email: "${email}", role: READER`;
  return `rinv_${idOf((await mutate('addOrganizationMember', input, 'invitation { id }')).invitation)}`;
}

/** A request of this project. Rows are written shortly after the response. */
async function findRequestLog({ app: { services } }: TestApp, projectId: string): Promise<string> {
  for (let left = 500; left > 0; left -= 1) {
    const [row] = await services.database.query<{ id: string }>(
      'SELECT id FROM request_logs WHERE project_id = $1 ORDER BY id LIMIT 1',
      [projectId],
    );
    if (row) return `req_${row.id}`;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error('No request was logged.');
}
