import { z } from 'zod';

/** Where requests go, and with which key. */
interface Target {
  readonly url: string;
  readonly apiKey: string;
}

/** Makes random changes through GraphQL and REST, and remembers those that the server acknowledged. */
export interface Changer {
  /** Organization of the project that is changed. */
  readonly organizationId: string;
  readonly acknowledged: Acknowledged;
  /** Returns the number of acknowledged changes. */
  count(): number;
  /** Changes from several callers at once, until no request reaches the server. */
  changeUntilServerIsGone(): Promise<void>;
  /** Lists the ids of all stored memories, each with the number of updates in its history. */
  listMemories(): Promise<Map<string, number>>;
  readDescription(): Promise<string | null>;
}

interface Acknowledged {
  readonly added: string[];
  readonly deleted: string[];
  /** Number of updates of each memory. */
  readonly updated: Map<string, number>;
  /** Descriptions that the project was given. */
  readonly described: string[];
}

const callers = 4;

const addedBody = z.array(z.object({ id: z.string() }));
const memoriesBody = z.object({
  memories: z.object({
    nodes: z.array(z.object({ id: z.string(), history: z.array(z.object({ event: z.string() })) })),
    pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() }),
  }),
});
const projectBody = z.object({
  projects: z.object({
    nodes: z.array(
      z.object({ id: z.string(), description: z.string().nullable(), organization: z.object({ id: z.string() }) }),
    ),
  }),
});

/** Creates the changer of the only project of a server. */
export async function createChanger(target: Target): Promise<Changer> {
  const { project } = requests(target);
  const { id: projectId, organization } = await project();
  const acknowledged: Acknowledged = { added: [], deleted: [], updated: new Map(), described: [] };
  const { added, deleted, updated, described } = acknowledged;
  const updates = () => [...updated.values()].reduce((sum, count) => sum + count, 0);
  let serial = 0;
  return {
    organizationId: organization.id,
    acknowledged,
    count: () => added.length + deleted.length + described.length + updates(),
    async changeUntilServerIsGone() {
      const change = createChange(requests(target), { projectId, acknowledged, next: () => (serial += 1) });
      await Promise.all(Array.from({ length: callers }, () => repeatUntilItFails(change)));
    },
    listMemories: () => requests(target).memories(),
    readDescription: async () => (await project()).description,
  };
}

async function repeatUntilItFails(work: () => Promise<void>): Promise<void> {
  for (;;)
    try {
      await work();
    } catch (error) {
      // fetch throws a TypeError when the server has gone. Everything else is a fault.
      if (error instanceof TypeError) return;
      throw error;
    }
}

type Requests = ReturnType<typeof requests>;

function createChange(
  { rest, graphql }: Requests,
  { projectId, acknowledged, next }: { projectId: string; acknowledged: Acknowledged; next: () => number },
): () => Promise<void> {
  const pick = () => acknowledged.added[Math.floor(Math.random() * acknowledged.added.length)];
  return async () => {
    const text = `The lamp has number ${next()}.`;
    const kind = Math.random();
    const id = pick();
    if (kind < 0.4 || id === undefined) {
      const body = { messages: [{ role: 'user', content: text }], user_id: 'rosa', infer: false, async_mode: false };
      const results = addedBody.parse(await rest('POST', '/v1/memories/', body));
      acknowledged.added.push(...results.map((result) => result.id));
    } else if (kind < 0.6) {
      if ((await rest('PUT', `/v1/memories/${id}/`, { text })) === null) return;
      acknowledged.updated.set(id, (acknowledged.updated.get(id) ?? 0) + 1);
    } else if (kind < 0.8) {
      if ((await rest('DELETE', `/v1/memories/${id}/`)) !== null) acknowledged.deleted.push(id);
    } else {
      const input = { id: projectId, description: text };
      await graphql('mutation($input: UpdateProjectInput!) { updateProject(input: $input) { __typename } }', { input });
      acknowledged.described.push(text);
    }
  };
}

function requests({ url, apiKey }: Target) {
  /** @returns the body, or null if the memory is not found */
  async function rest(method: string, path: string, body?: object): Promise<unknown> {
    const headers = { authorization: `Token ${apiKey}`, 'content-type': 'application/json' };
    const init = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await fetch(`${url}${path}`, { method, headers, ...init });
    const answer = (await response.json()) as unknown;
    if (response.status === 404) return null;
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(answer)}`);
    return answer;
  }
  async function graphql(query: string, variables: object = {}): Promise<unknown> {
    const { data, errors } = (await rest('POST', '/graphql', { query, variables })) as {
      data: unknown;
      errors?: unknown;
    };
    if (errors !== undefined) throw new Error(JSON.stringify(errors));
    return data;
  }
  return {
    rest,
    graphql,
    async project() {
      const query = '{ projects(first: 1) { nodes { id description organization { id } } } }';
      const [project] = projectBody.parse(await graphql(query)).projects.nodes;
      if (!project) throw new Error('The server has no project.');
      return project;
    },
    async memories(): Promise<Map<string, number>> {
      const found = new Map<string, number>();
      const query = `query($after: String) { memories(first: 100, after: $after) {
        nodes { id history { event } } pageInfo { hasNextPage endCursor } } }`;
      let after: string | null = '';
      while (after !== null) {
        const { memories }: z.infer<typeof memoriesBody> = memoriesBody.parse(
          await graphql(query, { after: after === '' ? null : after }),
        );
        for (const { id, history } of memories.nodes)
          found.set(id, history.filter(({ event }) => event === 'UPDATE').length);
        after = memories.pageInfo.hasNextPage ? memories.pageInfo.endCursor : null;
      }
      return found;
    },
  };
}
