// Peer: Mercurius on Fastify, without its JIT.
import fastify from 'fastify';
import { GraphQLScalarType } from 'graphql';
import mercurius from 'mercurius';
import { resolvers, serializeDate, typeDefs } from './peer-schema.mjs';
import { createLoaders } from './rows.mjs';

const app = fastify();
const DateTime = new GraphQLScalarType({ name: 'DateTime', serialize: serializeDate });
app.register(mercurius, { schema: typeDefs, resolvers: { ...resolvers, DateTime }, context: createLoaders, jit: 0 });
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' });
