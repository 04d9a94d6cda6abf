import { buildASTSchema, concatAST, graphql, parse, type DocumentNode } from 'graphql';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { company } from '../graphql/federation/company.js';
import { types } from '../graphql/federation/references.js';

/** Ids of the users of the company. */
export const userIds = Array.from({ length: 100 }, (_, index) => `user-${index}`);

// `Memory` is in the document of the company.
const stubs = types
  .filter((type) => type !== 'Memory')
  .map((type) => `type ${type} @key(fields: "id", resolvable: false) { id: ID! }`);

/** Schema document of the company's subgraph, which can refer to each type of the memory subgraph. */
export const companyDocument: DocumentNode = concatAST([
  company,
  parse(`
    extend type Query {
      some(first: Int!): [User!]!
      reference(type: String!, id: ID!): Reference
    }
    union Reference = ${types.join(' | ')}
    ${stubs.join('\n')}
  `),
]);

const createdAt = '2026-01-01T00:00:00Z';
const toUser = (id: string) => ({ __typename: 'User', id, createdAt, name: `Name of ${id}`, role: 'BOSS' });

const root = {
  user: ({ id }: { id: string }) => toUser(id),
  users: () => userIds.map(toUser),
  some: ({ first }: { first: number }) => userIds.slice(0, first).map(toUser),
  project: ({ id }: { id: string }) => ({ __typename: 'Project', id, createdAt, name: `Project ${id}` }),
  reference: ({ type, id }: { type: string; id: string }) => ({ __typename: type, id }),
};

interface Operation {
  readonly query: string;
  readonly variables?: Record<string, unknown>;
}

/** Starts the company's own subgraph on a free port. */
export async function startCompany() {
  const schema = buildASTSchema(companyDocument, { assumeValidSDL: true });
  const execute = async (request: IncomingMessage) => {
    const { query, variables } = JSON.parse(await text(request)) as Operation;
    return graphql({ schema, source: query, rootValue: root, variableValues: variables ?? {} });
  };
  const server = createServer((request, response) => {
    void execute(request).then((result) => {
      response.setHeader('content-type', 'application/json').end(JSON.stringify(result));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/graphql`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
