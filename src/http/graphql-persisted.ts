import { useAPQ } from '@graphql-yoga/plugin-apq';
import { usePersistedOperations } from '@graphql-yoga/plugin-persisted-operations';
import { GraphQLError, type DocumentNode } from 'graphql';
import { createLRUCache, type GraphQLParams, type Plugin } from 'graphql-yoga';
import type { ErrorCode } from '../errors.js';
import type { TrustedDocuments } from './trusted-documents.js';

/**
 * Persisted documents. With trusted documents, the server executes only these, by id or by text, over HTTP and WebSockets. Without them,
 * clients may register documents by their hash (automatic persisted queries).
 */
export function persistedDocumentPlugins(trusted: TrustedDocuments | null): Plugin[] {
  // 200, as Apollo Server sends it: to a client, the missing document is a step of the protocol.
  if (!trusted) return [useAPQ({ store: createDocumentStore(), responseConfig: { forceStatusCodeOk: true } })];
  const byId = usePersistedOperations({
    // Texts are checked where they are parsed, which is the same place for HTTP and WebSockets.
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

/** The id in `documentId`, as GraphQL over HTTP describes it, or in `extensions.persistedQuery`, as Apollo Client sends it. */
function readDocumentId(params: GraphQLParams & { documentId?: unknown }, request: Request): string | null {
  const { documentId = readFromAddress(request), extensions } = params;
  const persisted: unknown = extensions?.['persistedQuery'];
  const hash = typeof persisted === 'object' && persisted !== null && 'sha256Hash' in persisted && persisted.sha256Hash;
  const id = documentId ?? hash;
  return typeof id === 'string' ? id : null;
}

// The engine reads only the parameters of the specification from the address of a GET.
function readFromAddress({ method, url }: Request): string | null {
  return method === 'GET' ? new URLSearchParams(url.split('?')[1]).get('documentId') : null;
}

function refusal(code: ErrorCode, message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code, http: { status: code === 'FORBIDDEN' ? 403 : 400 } } });
}

const documentsMax = 500;
const documentLengthMax = 20_000;
const documentTtlMs = 86_400_000;

/** Keeps the documents that were used last. Longer documents are not kept, so that clients cannot fill the memory. */
function createDocumentStore() {
  const documents = createLRUCache<string>({ max: documentsMax, ttl: documentTtlMs });
  return {
    get: (hash: string) => documents.get(hash),
    set(hash: string, document: string): void {
      if (document.length <= documentLengthMax) documents.set(hash, document);
    },
  };
}
