import { useAPQ } from '@graphql-yoga/plugin-apq';
import { usePersistedOperations } from '@graphql-yoga/plugin-persisted-operations';
import { GraphQLError, type DocumentNode } from 'graphql';
import { createLRUCache, type GraphQLParams, type Plugin } from 'graphql-yoga';
import type { ErrorCode } from '@memory-gateway/errors';
import type { TrustedDocuments } from './trusted-documents.js';

/**
 * Returns the plugins for persisted documents, over HTTP and WebSockets. Without trusted documents, clients can
 * register documents by hash (automatic persisted queries). With trusted documents, the server executes no others.
 */
export function persistedDocumentPlugins(trusted: TrustedDocuments | null): Plugin[] {
  // Status 200 like Apollo Server: for the client, the missing document is a step of the protocol.
  if (!trusted) return [useAPQ({ store: createDocumentStore(), responseConfig: { forceStatusCodeOk: true } })];
  const byId = usePersistedOperations({
    // Document texts are checked after parsing, in one place for HTTP and WebSockets.
    allowArbitraryOperations: true,
    extractPersistedOperationId: readDocumentId,
    getPersistedOperation: (id) => trusted.find(id),
    customErrors: {
      notFound: () => refusal('FORBIDDEN', 'The server has no trusted document with this id.'),
      keyNotFound: () => refusal('BAD_USER_INPUT', 'Send a trusted document, or its id in `documentId`.'),
    },
  });
  return [byId as Plugin, trustedOnlyPlugin(trusted)];
}

function trustedOnlyPlugin(trusted: TrustedDocuments): Plugin {
  return {
    onParse:
      () =>
      ({ result }) => {
        if (result instanceof Error || trusted.has(result as DocumentNode)) return;
        throw refusal('FORBIDDEN', 'The server executes trusted documents only, and this document is not one of them.');
      },
  };
}

/** Returns the id in `documentId` (GraphQL over HTTP) or in `extensions.persistedQuery` (Apollo Client), or null. */
function readDocumentId(params: GraphQLParams & { documentId?: unknown }, request: Request): string | null {
  const { documentId = readFromAddress(request), extensions } = params;
  const persisted: unknown = extensions?.['persistedQuery'];
  const hash = typeof persisted === 'object' && persisted !== null && 'sha256Hash' in persisted && persisted.sha256Hash;
  const id = documentId ?? hash;
  return typeof id === 'string' ? id : null;
}

// The engine reads only the standard parameters from the URL of a GET request.
function readFromAddress({ method, url }: Request): string | null {
  return method === 'GET' ? new URLSearchParams(url.split('?')[1]).get('documentId') : null;
}

function refusal(code: ErrorCode, message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code, http: { status: code === 'FORBIDDEN' ? 403 : 400 } } });
}

const documentsMax = 500;
const documentLengthMax = 20_000;
const documentTtlMs = 86_400_000;

/** Creates an LRU cache of documents. It skips long documents, so that clients cannot exhaust memory. */
function createDocumentStore() {
  const documents = createLRUCache<string>({ max: documentsMax, ttl: documentTtlMs });
  return {
    get: (hash: string) => documents.get(hash),
    set(hash: string, document: string): void {
      if (document.length <= documentLengthMax) documents.set(hash, document);
    },
  };
}
