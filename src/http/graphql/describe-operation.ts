import type { DocumentNode } from 'graphql';
import { getOperationFacts } from '@memory-gateway/graphql-documents';
import type { RequestAudit } from '../request-log/request-audit.js';

/** Records name, type and first root field of the operation for the request log. */
export function describeOperation(audit: RequestAudit, document: DocumentNode, name: string | null | undefined): void {
  const facts = getOperationFacts(document, name);
  if (!facts) return;
  audit.operation = facts.name;
  audit.operationType = facts.type;
  audit.rootField = facts.rootField;
}
