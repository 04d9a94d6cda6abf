// Schema of the peers with resolver functions: Yoga, Mercurius and Apollo Server.
export const typeDefs = `
  scalar DateTime
  scalar JSON
  type Query { project(id: ID!): Project }
  type Project { id: ID! name: String! organization: Organization! members: [Member!]! memories: [Memory!]! }
  type Organization { name: String! }
  type Member { userId: ID! name: String! email: String! role: String! createdAt: DateTime! }
  type Memory {
    id: ID! text: String! userId: String agentId: String appId: String runId: String actor: String role: String metadata: JSON
    categories: [String!] expirationDate: String eventDate: DateTime isImmutable: Boolean! lifecycleState: String! replacedById: ID
    hash: String! createdAt: DateTime! updatedAt: DateTime!
  }`;

/** Returns which of the three pages a list belongs to, by its number of fields. */
const sizeOf = ({ fieldNodes }) => {
  const fields = fieldNodes[0].selectionSet.selections.length;
  if (fields === 1) return 'narrow';
  return fields <= 4 ? 'ordinary' : 'full';
};

/** Resolvers that use the loaders in the context. */
export const resolvers = {
  Query: { project: (_root, { id }, context) => context.project.load(id) },
  Project: {
    organization: (project, _args, context) => context.organization.load(project.organization_id),
    members: (...[project, , context, info]) => context.members.load({ id: project.id, size: sizeOf(info) }),
    memories: (...[project, , context, info]) => context.memories.load({ id: project.id, size: sizeOf(info) }),
  },
};

/** Serializes a date. Servers with resolver maps import it by name. */
export const serializeDate = (value) => value.toISOString();
