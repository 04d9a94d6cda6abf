import { readFileSync } from 'node:fs';
import {
  getOperationAST,
  OperationTypeNode,
  parse,
  validate,
  type DocumentNode,
  type ExecutionResult,
  type GraphQLSchema,
} from 'graphql';
import { z } from 'zod';
import type { AppContext, Services } from '../../context.js';
import { ValidationError } from '../../errors.js';
import { tools } from '../../mcp/tools.js';
import { defineTool, type AnyTool } from '../../mcp/tool.js';
import { buildSchema } from '../../schema/index.js';
import { createGraphQL } from '../graphql/create-graphql.js';
import { type TrustedDocuments, getUsedFields, toVariablesSchema } from '@memory-gateway/graphql-documents';

type GraphQL = Pick<ReturnType<typeof createGraphQL>, 'getEnveloped' | 'mask'>;

/** The file of MCP tools is invalid. The message names the variable, the file and the tool. */
class DocumentToolsError extends Error {
  override readonly name = 'DocumentToolsError';
}

export interface DocumentToolParts {
  /** Path of the MCP_TOOLS file. Null: no document is published as a tool. */
  readonly path: string | null;
  readonly schema: GraphQLSchema;
  readonly graphql: GraphQL;
  /** The only documents that the server executes. Null: it executes all documents. */
  readonly trusted: TrustedDocuments | null;
}

const Definitions = z.record(
  z.string().regex(/^[a-z][a-z0-9_]{1,63}$/),
  z.strictObject({ title: z.string().optional(), description: z.string().min(1), document: z.string().min(1) }),
);

/**
 * Reads GraphQL documents to publish as MCP tools: `{ "<tool>": { "description": "…", "document": "query …" } }`.
 * With trusted documents, `document` is the id or the text of one of them.
 * @throws DocumentToolsError
 */
export function readDocumentTools(parts: DocumentToolParts): AnyTool[] {
  const { path } = parts;
  if (path === null) return [];
  try {
    const definitions = Definitions.parse(JSON.parse(readFileSync(path, 'utf8')));
    return Object.entries(definitions).map(([name, definition]) => createTool(parts, { name, ...definition }));
  } catch (error) {
    const reason = error instanceof z.ZodError ? z.prettifyError(error) : (error as Error).message;
    throw new DocumentToolsError(`MCP_TOOLS: ${path} cannot be used. ${reason}`, { cause: error });
  }
}

/** Reads the same tools for a process that has no GraphQL API of its own. @throws DocumentToolsError */
export function createDocumentTools(services: Services, trusted: TrustedDocuments | null): AnyTool[] {
  const path = services.config.graphql.mcpTools;
  // The schema takes long to build, and most processes have no such tools.
  if (path === null) return [];
  const schema = buildSchema();
  return readDocumentTools({ path, schema, graphql: createGraphQL({ services, schema, trusted }), trusted });
}

interface Definition {
  readonly name: string;
  readonly title?: string | undefined;
  readonly description: string;
  readonly document: string;
}

function createTool(parts: DocumentToolParts, { name, title, description, document: given }: Definition): AnyTool {
  const { schema, graphql, trusted } = parts;
  if (tools.some((tool) => tool.name === name)) throw new Error(`${name}: the server has a tool of this name.`);
  const text = trusted?.find(given) ?? given;
  const document = parse(text, { noLocation: true });
  if (trusted && !trusted.has(document))
    throw new Error(`${name}: the document is not one of GRAPHQL_TRUSTED_DOCUMENTS.`);
  const [fault] = validate(schema, document);
  if (fault) throw new Error(`${name}: ${fault.message}`);
  const operation = getOperationAST(document);
  if (!operation || operation.operation === OperationTypeNode.SUBSCRIPTION)
    throw new Error(`${name}: the document must contain exactly one query or mutation.`);
  const isQuery = operation.operation === OperationTypeNode.QUERY;
  return defineTool({
    name,
    title: title ?? name,
    description,
    // Use cases also check the scope of each field: a mutation that deletes needs memory:delete.
    scope: isQuery ? 'memory:read' : 'memory:write',
    input: toVariablesSchema(schema, operation.variableDefinitions ?? []),
    output: z.looseObject({}).describe('Data of the GraphQL response.'),
    annotations: { readOnlyHint: isQuery, destructiveHint: !isQuery, idempotentHint: isQuery },
    run: ({ ctx }, variables) => execute(graphql, { ctx, query: text, document, variables }),
  });
}

interface Execution {
  readonly ctx: AppContext;
  readonly query: string;
  readonly document: DocumentNode;
  readonly variables: Record<string, unknown>;
}

// Runs the plugins of the GraphQL API, so its limits apply here too.
async function execute(graphql: GraphQL, { ctx, query, document, variables }: Execution) {
  const enveloped = graphql.getEnveloped({ operationContext: ctx, params: { query, variables } } as never);
  enveloped.parse(query);
  const faults = enveloped.validate(enveloped.schema, document) as readonly Error[];
  if (faults[0]) throw new ValidationError({ request: [faults[0].message] });
  const schema = enveloped.schema as GraphQLSchema;
  ctx.fieldUsage?.record(getUsedFields(schema, document, null), { client: ctx.device, at: ctx.now() });
  const result = (await enveloped.execute({
    schema,
    document,
    variableValues: variables,
    contextValue: await enveloped.contextFactory(),
  })) as ExecutionResult;
  const [error] = result.errors ?? [];
  if (error?.originalError) throw error.originalError;
  if (error) throw new ValidationError({ request: [error.message] });
  return { ...result.data };
}
