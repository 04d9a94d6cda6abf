// Relay: its compiler accepts the schema and the documents; its runtime stores objects by id and appends pages to a connection.
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import {
  Environment,
  fetchQuery,
  getRequest,
  getSingularSelector,
  Network,
  RecordSource,
  Store,
  commitMutation,
  createOperationDescriptor,
  getFragment,
} from 'relay-runtime';
import { addDocument, expectEqual, graphqlUrl, headers, newMemory, post } from './support.mjs';

mkdirSync('generated/relay', { recursive: true });
writeFileSync('generated/relay/package.json', '{ "type": "commonjs" }');
execFileSync('node_modules/.bin/relay-compiler', ['relay.config.json'], { stdio: 'pipe' });
const require = createRequire(new URL('generated/relay/', import.meta.url));
const load = (name) => require(`./${name}.graphql.js`);

const network = Network.create(async ({ text }, variables) => {
  const response = await fetch(graphqlUrl, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ query: text, variables }),
  });
  return response.json();
});
const environment = new Environment({ network, store: new Store(new RecordSource()) });
const mutate = (name, variables) => {
  const mutation = load(name);
  return new Promise((onCompleted, onError) =>
    commitMutation(environment, { mutation, variables, onCompleted, onError }),
  );
};

const input = newMemory('Kept by Relay');
const { addMemories } = await mutate('documentsAddMutation', { input });
expectEqual(addMemories.event.status, 'SUCCEEDED');
for (const text of ['One', 'Two', 'Three'])
  await post(addDocument, { input: { ...input, messages: [{ role: 'USER', content: text }] } });

// A page, then the next page by the query that the compiler made for the fragment.
const source = () => environment.getStore().getSource();
const project = load('documentsProjectQuery');
await fetchQuery(environment, project, {}).toPromise();
const root = createOperationDescriptor(getRequest(project), {});
const reference = environment.lookup(root.fragment).data.viewer.project;
const fragment = getFragment(load('documents_memories'));
const pageOf = () => environment.lookup(getSingularSelector(fragment, reference)).data;
expectEqual(
  pageOf().memories.edges.map(({ node }) => node.text),
  ['Three', 'Two'],
);
const { endCursor: cursor, hasNextPage } = pageOf().memories.pageInfo;
expectEqual(hasNextPage, true);
const more = load('documentsMoreMemoriesQuery');
await fetchQuery(environment, more, { id: pageOf().id, count: 2, cursor }).toPromise();
expectEqual(
  pageOf().memories.edges.map(({ node }) => node.text),
  ['Three', 'Two', 'One', 'Kept by Relay'],
);
expectEqual(source().get(addMemories.results[0].memory.id).__typename, 'Memory');

// A deletion and its operation are two objects.
const { deleteMemories } = await mutate('documentsDeleteMutation', { input: { userId: input.userId } });
expectEqual(deleteMemories.deletion.filter, { userId: { in: [input.userId] } });
expectEqual(
  [source().get(deleteMemories.deletion.id).__typename, source().get(deleteMemories.event.id).__typename],
  ['Deletion', 'Event'],
);
