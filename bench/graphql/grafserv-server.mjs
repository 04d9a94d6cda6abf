// Peer: Grafserv with handwritten plans over the same statements.
import './with-resolvers.mjs';
import { createServer } from 'node:http';
import { loadMany, loadOne, makeGrafastSchema } from 'postgraphile/grafast';
import { grafserv } from 'postgraphile/grafserv/node';
import { serializeDate, typeDefs } from './peer-schema.mjs';
import { readMembers, readMemories, readOrganizations, readProjects } from './rows.mjs';

/** Returns which of the three pages a list belongs to, by the attributes that Grafast reads. */
const sizeOf = ({ attributes }) => {
  if (attributes.length === 1) return 'narrow';
  return attributes.length <= 4 ? 'ordinary' : 'full';
};
const members = (ids, info) => readMembers(ids, sizeOf(info));
const memories = (ids, info) => readMemories(ids, sizeOf(info));

const schema = makeGrafastSchema({
  typeDefs,
  scalars: { DateTime: { serialize: serializeDate } },
  objects: {
    Query: { plans: { project: (_root, { $id }) => loadOne($id, readProjects) } },
    Project: {
      plans: {
        organization: ($project) => loadOne($project.get('organization_id'), readOrganizations),
        members: ($project) => loadMany($project.get('id'), members),
        memories: ($project) => loadMany($project.get('id'), memories),
      },
    },
  },
});
const server = createServer();
server.on('error', (error) => {
  throw error;
});
await grafserv({ schema, preset: { grafserv: { watch: false, graphiql: false } } }).addTo(server);
server.listen(Number(process.env.PORT), '127.0.0.1');
