import { getOperationAST, Kind, type DocumentNode } from 'graphql';
import type { RequestAudit } from './request-audit.js';

/** Records name and type of the operation. An anonymous one is named by type and first field: `query memories`. */
export function describeOperation(audit: RequestAudit, document: DocumentNode, name: string | null | undefined): void {
  const operation = getOperationAST(document, name);
  if (!operation) return;
  const [first] = operation.selectionSet.selections;
  const field = first?.kind === Kind.FIELD ? ` ${first.name.value}` : '';
  audit.operation = name ?? operation.name?.value ?? `${operation.operation}${field}`;
  audit.operationType = operationTypes[operation.operation];
  audit.rootField = first?.kind === Kind.FIELD ? first.name.value : null;
}

const operationTypes = { query: 'QUERY', mutation: 'MUTATION', subscription: 'SUBSCRIPTION' } as const;
