// The three selections in the dialect of each server, and the conversion of responses to equal JSON.
const scalars = {
  narrow: { memories: 'text', members: 'email' },
  ordinary: { memories: 'id text userId createdAt', members: 'name email role' },
  full: {
    memories:
      'id text userId agentId appId runId actor role metadata categories expirationDate eventDate isImmutable lifecycleState replacedById hash createdAt updatedAt',
    members: 'userId name email role createdAt',
  },
};

/** Names of the pages. */
export const pageNames = Object.keys(scalars);

/** Query of a page for the handwritten peers. */
export const peerQuery = (page) =>
  `query Page($id: ID!) { project(id: $id) { name organization { name } members { ${scalars[page].members} } memories { ${scalars[page].memories} } } }`;

/** Query of a page for memory-gateway. */
export const ownQuery = (page) =>
  `query Page($id: ID!) { project(id: $id) { name organization { name }
    members(first: 20) { nodes { ${scalars[page].members} } } memories(first: 20) { nodes { ${scalars[page].memories} } } } }`;

const rowNames = { id: 'id: rowId', isImmutable: 'isImmutable: immutable', replacedById: 'replacedById: replacedBy' };
const userFields = { email: 'email', name: 'name' };

/** Query of a page for PostGraphile, whose schema mirrors the tables. */
export function tableQuery(page) {
  const memories = scalars[page].memories.split(' ').map((name) => rowNames[name] ?? name);
  const members = scalars[page].members.split(' ');
  const own = members.filter((name) => !userFields[name]);
  const ofUser = members.flatMap((name) => userFields[name] ?? []);
  return `query Page($id: String!) { project: projectByRowId(rowId: $id) { name organization: organizationByOrganizationId { name }
    members: projectMembersByProjectId { nodes { ${own.join(' ')} user: userByUserId { ${ofUser.join(' ')} } } }
    memories: memoriesByProjectId(first: 20, orderBy: [CREATED_AT_DESC]) { nodes { ${memories.join(' ')} } } } }`;
}

/** Normalizes a response: no connections, members by email, equal formats of times and enums, sorted fields. */
export function normalize({ project }) {
  const list = (value) =>
    (Array.isArray(value) ? value : value.nodes).map(({ user, ...row }) => plain({ ...row, ...user }));
  return {
    name: project.name,
    organization: project.organization.name,
    members: list(project.members).sort((a, b) => (a.email < b.email ? -1 : 1)),
    memories: list(project.memories),
  };
}

const times = new Set(['createdAt', 'updatedAt', 'eventDate']);
const enums = new Set(['role', 'lifecycleState']);

function plain(row) {
  const entries = Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(
    entries.map(([name, value]) => {
      if (value !== null && times.has(name)) return [name, new Date(value).toISOString()];
      return [name, value !== null && enums.has(name) ? value.toUpperCase() : value];
    }),
  );
}
