// Peer: PostGraphile 5 with its standard preset over the same tables, without authentication and logging.
import './with-resolvers.mjs';
import { createServer } from 'node:http';
import { grafserv } from 'postgraphile/grafserv/node';
import { makePgService } from 'postgraphile/adaptors/pg';
import { postgraphile } from 'postgraphile';
import { PostGraphileAmberPreset } from 'postgraphile/presets/amber';

const pgl = postgraphile({
  extends: [PostGraphileAmberPreset],
  pgServices: [makePgService({ connectionString: process.env.DATABASE_URL, schemas: ['public'] })],
  grafserv: { watch: false, graphiql: false, port: Number(process.env.PORT) },
});
const server = createServer();
server.on('error', (error) => {
  throw error;
});
const serv = pgl.createServ(grafserv);
await serv.addTo(server);
server.listen(Number(process.env.PORT), '127.0.0.1', () => console.log('ready'));
