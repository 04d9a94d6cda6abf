// The peer: stock yoga on node:http, pg and one DataLoader for each relation. No authentication, no log.
import { createServer } from 'node:http';
import DataLoader from 'dataloader';
import { createSchema, createYoga } from 'graphql-yoga';
import pg from 'pg';

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });

/** Rows of one statement, in the order of the keys; a list for each key when `many`. */
function loader(name, text, { key, many }) {
  return new DataLoader(async (keys) => {
    const { rows } = await pool.query({ name, text, values: [keys] });
    return keys.map((wanted) =>
      many ? rows.filter((row) => row[key] === wanted) : (rows.find((row) => row[key] === wanted) ?? null),
    );
  });
}

const createLoaders = () => ({
  project: loader('project', 'SELECT * FROM projects WHERE id = ANY($1)', { key: 'id' }),
  organization: loader('organization', 'SELECT * FROM organizations WHERE id = ANY($1)', { key: 'id' }),
  members: loader(
    'members',
    'SELECT m.project_id, u.email FROM project_members m JOIN users u ON u.id = m.user_id WHERE m.project_id = ANY($1) ORDER BY u.email',
    { key: 'project_id', many: true },
  ),
  memories: loader(
    'memories',
    `SELECT found.* FROM unnest($1::text[]) AS p(id) CROSS JOIN LATERAL (
    SELECT m.id, m.project_id, m.text, m.created_at FROM memories m WHERE m.project_id = p.id ORDER BY m.created_at DESC, m.id DESC LIMIT 20) AS found`,
    { key: 'project_id', many: true },
  ),
});

const schema = createSchema({
  typeDefs: `type Query { project(id: ID!): Project }
    type Project { id: ID! name: String! organization: Organization! members: [Member!]! memories: [Memory!]! }
    type Organization { name: String! } type Member { email: String! } type Memory { text: String! }`,
  resolvers: {
    Query: { project: (_root, { id }, context) => context.project.load(id) },
    Project: {
      organization: (project, _args, context) => context.organization.load(project.organization_id),
      members: (project, _args, context) => context.members.load(project.id),
      memories: (project, _args, context) => context.memories.load(project.id),
    },
  },
});

const yoga = createYoga({ schema, context: createLoaders, logging: false, graphiql: false, landingPage: false });
createServer(yoga).listen(Number(process.env.PORT), '127.0.0.1', () => console.log('ready'));
