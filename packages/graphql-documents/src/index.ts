export { createTrustedDocuments, readTrustedDocuments, type TrustedDocuments } from './trusted-documents.js';
export { isGraphQLError } from './graphql-error.js';
export { computeOperationCost, type CostedOperation } from './operation-cost.js';
export { persistedDocumentPlugins } from './persisted-documents.js';
export { getUsedFields } from './used-fields.js';
export { getOperationFacts } from './operation-facts.js';
export { toVariablesSchema } from './variables-schema.js';
export { findVariableErrors } from './variable-errors.js';
