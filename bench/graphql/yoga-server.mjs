// Peer: stock graphql-yoga on node:http.
import { createServer } from 'node:http';
import { GraphQLScalarType } from 'graphql';
import { createSchema, createYoga } from 'graphql-yoga';
import { resolvers, serializeDate, typeDefs } from './peer-schema.mjs';
import { createLoaders } from './rows.mjs';

const DateTime = new GraphQLScalarType({ name: 'DateTime', serialize: serializeDate });
const schema = createSchema({ typeDefs, resolvers: { ...resolvers, DateTime } });
const yoga = createYoga({ schema, context: createLoaders, logging: false, graphiql: false, landingPage: false });
createServer(yoga).listen(Number(process.env.PORT), '127.0.0.1');
