import { parse, type GraphQLSchema } from 'graphql';
import { createLRUCache, type GraphQLParams, type Plugin } from 'graphql-yoga';
import type { TrustedDocuments } from '@memory-gateway/graphql-documents';

export interface FederatedGraph {
  /** Schema of every operation except those in `own`. */
  readonly schema: GraphQLSchema;
  /** Documents of the dashboard, the command line and the typed client, which use names that the subgraph changes. */
  readonly own: Pick<TrustedDocuments, 'has'>;
}

const documentsMax = 500;
const documentLengthMax = 20_000;

/**
 * Executes operations in the subgraph, and the project's own documents in the whole schema. Both check the same
 * permissions, so the choice is not about access.
 */
export function chooseSchemaPlugin(whole: GraphQLSchema, { schema, own }: FederatedGraph): Plugin {
  const known = createLRUCache<boolean>({ max: documentsMax });
  const isOwn = (query: string | undefined): boolean => {
    if (query === undefined || query.length > documentLengthMax) return false;
    const found = known.get(query) ?? isDocumentOf(own, query);
    known.set(query, found);
    return found;
  };
  return {
    onEnveloped({ context, setSchema }) {
      const { params } = context as { readonly params?: GraphQLParams };
      setSchema(isOwn(params?.query ?? undefined) ? whole : schema);
    },
  };
}

function isDocumentOf(own: FederatedGraph['own'], query: string): boolean {
  try {
    return own.has(parse(query, { noLocation: true, maxTokens: documentTokensMax }));
  } catch {
    // The engine reports the syntax error.
    return false;
  }
}

/** More than any document of the project has. */
const documentTokensMax = 2_000;
