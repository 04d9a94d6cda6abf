// Peer: Apollo Server 5 with its standalone HTTP server.
import { ApolloServer } from '@apollo/server';
import { startStandaloneServer } from '@apollo/server/standalone';
import { GraphQLScalarType } from 'graphql';
import { resolvers, serializeDate, typeDefs } from './peer-schema.mjs';
import { createLoaders } from './rows.mjs';

const DateTime = new GraphQLScalarType({ name: 'DateTime', serialize: serializeDate });
const server = new ApolloServer({ typeDefs, resolvers: { ...resolvers, DateTime } });
await startStandaloneServer(server, {
  context: () => Promise.resolve(createLoaders()),
  listen: { port: Number(process.env.PORT), host: '127.0.0.1' },
});
