// Configuration of Hive Gateway: that of docs/federation.md, with the key of each client instead of one for all.
const key = "{context.headers['x-api-key']}";

// The documents of a company's application, by the ids that it sends.
const documents = {
  'first-user': '{ some(first: 1) { name memories(first: 1) { nodes { userId } } } }',
};

// With hashes, the router cannot subscribe over server-sent events: it sends a text only after a response, not in a stream.
const choices = {
  events: {},
  'sockets and hashes': {
    apq: true,
    subscriptions: { kind: 'ws', location: '/graphql', options: { connectionParams: { apiKey: key } } },
  },
};

export const gatewayConfig = {
  transportEntries: { memory: { headers: [['x-api-key', key]], options: choices[process.env.TRANSPORT] } },
  persistedDocuments: {
    getPersistedOperation: (id) => documents[id] ?? null,
    extractPersistedOperationId: ({ documentId }) => documentId ?? null,
    allowArbitraryOperations: true,
  },
};
