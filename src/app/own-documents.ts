import { Kind, type DocumentNode, type GraphQLSchema } from 'graphql';
import type { Config } from '../config.js';
import type { FederatedGraph } from '../http/graphql/choose-schema.js';
import { createTrustedDocuments, readTrustedDocuments, type TrustedDocuments } from '@memory-gateway/graphql-documents';
import { createSubgraph } from '../schema/federation/subgraph.js';

/** Reads the manifest of trusted documents and adds the client's documents, which the dashboard and the CLI use. */
export async function loadTrustedDocuments({ graphql }: Config): Promise<TrustedDocuments | null> {
  if (graphql.trustedDocuments === null) return null;
  return readTrustedDocuments(graphql.trustedDocuments, await loadOwnDocuments());
}

/** Creates the subgraph if federation is on. Own documents keep the names of the whole schema. */
export async function loadFederatedGraph({ graphql }: Config, whole: GraphQLSchema): Promise<FederatedGraph | null> {
  if (!graphql.federation) return null;
  return { schema: createSubgraph(whole).schema, own: createTrustedDocuments(new Map(), await loadOwnDocuments()) };
}

async function loadOwnDocuments(): Promise<DocumentNode[]> {
  const exported: object[] = Object.values(await import('../../client/generated/graphql.js'));
  return exported.filter((value): value is DocumentNode => 'kind' in value && value.kind === Kind.DOCUMENT);
}
