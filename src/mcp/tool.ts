import type { McpServer, ServerContext, ToolAnnotations } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { McpScope } from '../auth/caller.js';
import type { AppContext } from '../context.js';
import { committedPosition } from '@memory-gateway/meter';
import { DomainError, isDatabaseFault, UnavailableError, ValidationError, type FieldErrors } from '../errors.js';
import { runOnce } from '../resolvers/idempotency/begin-once.js';
import { toSnakeCase } from '../snake-case.js';
import { readIdempotencyKey } from '../resolvers/idempotency/idempotency-key.js';

export interface ToolContext {
  readonly ctx: AppContext;
  /** Project that the credential opens. */
  readonly projectId: string;
  /** Scopes of the access token; of API keys all, because their role decides. */
  readonly scopes: ReadonlySet<McpScope>;
  /** Tools that the server offers to the credential. */
  readonly tools: readonly AnyTool[];
  /** Owner of memories that name none. */
  readonly defaultUserId: string;
  /** Whether the list of tools has the schemas of their results, more than half of its size. */
  readonly describesResults: boolean;
  /** Runs a call and writes its outcome to the request log. Throws as `run`. */
  readonly observe: ObserveCall;
}

/** A call of a tool, or a read of a resource, that is about to run. */
interface ObservedCall {
  readonly ctx: AppContext;
  /** Name in the request log, such as `mcp search_memories`. */
  readonly operation: string;
  /** Name and version of the client, which revision 2026-07-28 sends with each call. Null: see the handshake. */
  readonly client: ClientInfo | null;
}

export interface ClientInfo {
  readonly name: string;
  readonly version: string;
}

type ObserveCall = <Result>(call: ObservedCall, run: () => Promise<Result>) => Promise<Result>;

/** A tool: its contract, and the use case that it calls. */
export interface Tool<Input extends z.ZodObject, Output extends z.ZodObject> {
  readonly name: string;
  readonly title: string;
  /** Tells a model what the tool does and when to use it. */
  readonly description: string;
  readonly scope: McpScope;
  readonly input: Input;
  readonly output: Output;
  readonly annotations: ToolAnnotations;
  /**
   * True: calls may carry an `idempotency_key`, and run once for each key. A preview, which is a call of a tool with
   * `confirmation` that lacks one, changes nothing and runs each time. Default false.
   */
  readonly acceptsKey?: boolean;
  run(context: ToolContext, input: z.infer<Input>): Promise<z.infer<Output>>;
}

/** A tool whose shapes are known only to itself. */
export interface AnyTool {
  readonly name: string;
  readonly scopes: readonly McpScope[];
  register(server: McpServer, context: ToolContext): void;
}

/** Makes a tool that a server can register. Schemas are built once: building them for each request costs milliseconds. */
export function defineTool<Input extends z.ZodObject, Output extends z.ZodObject>(tool: Tool<Input, Output>): AnyTool {
  // Ignoring a misspelled argument could delete or return more than the agent meant.
  const schema = (tool.acceptsKey === true ? tool.input.extend(keyField) : tool.input).strict();
  const config = {
    title: tool.title,
    description: tool.description,
    // Describes the arguments and accepts all: the package refuses without a code and without the known names.
    inputSchema: { '~standard': { ...schema['~standard'], validate: (value: unknown) => ({ value }) } },
    annotations: { openWorldHint: false, ...tool.annotations },
  };
  const describedConfig = { ...config, outputSchema: tool.output };
  return {
    name: tool.name,
    scopes: toScopes(tool.scope),
    register(server, context) {
      // The package infers shapes from a literal schema; here they are parameters, checked by `Tool`.
      const register = server.registerTool.bind(server) as unknown as RegisterTool;
      register(tool.name, context.describesResults ? describedConfig : config, async (input, request) => {
        const { ctx } = context;
        const call = { ctx, operation: `mcp ${tool.name}`, client: findClient(request) };
        try {
          const result = await context.observe(call, async () => {
            for (const scope of toScopes(tool.scope)) assertScope(context, scope);
            return runTool(tool, { ...context, ctx }, readArguments(schema, input));
          });
          const position = committedPosition();
          return {
            content: [{ type: 'text', text: JSON.stringify(result) }],
            structuredContent: result,
            // A stream of events begins before the commit, so no header can name it.
            ...(position !== null && { _meta: { 'memory-gateway/position': position } }),
          };
        } catch (error) {
          return toToolError(ctx, error);
        }
      });
    },
  };
}

const keyField = {
  idempotency_key: z
    .string()
    .optional()
    .describe('Key of this call, 8 to 128 characters. Repeat the call with the same key after a lost response.'),
};

/** Unknown arguments that an error names. */
const namesMax = 20;

/** @throws ValidationError that names each wrong argument, and for an unknown one those that the tool has */
function readArguments(schema: z.ZodObject, input: unknown): KeyedInput {
  const result = schema.safeParse(input, { reportInput: true });
  if (result.success) return result.data;
  const fields: FieldErrors = {};
  const add = (name: string, problem: string) => (fields[name] ??= []).push(problem);
  for (const issue of result.error.issues) {
    if (issue.code === 'unrecognized_keys')
      for (const key of issue.keys.slice(0, namesMax)) add(key, `Unknown argument "${key}".`);
    else add(issue.path.join('.'), `\`${issue.path.join('.') || 'arguments'}\`${describeIssue(issue)}.`);
  }
  const isUnknown = result.error.issues.some(({ code }) => code === 'unrecognized_keys');
  if (isUnknown) add('arguments', `The arguments are ${Object.keys(schema.shape).join(', ')}.`);
  throw new ValidationError(fields);
}

const typeNames: Readonly<Record<string, string>> = {
  array: 'a list',
  boolean: 'true or false',
  int: 'a whole number',
  number: 'a number',
  object: 'an object',
  record: 'an object',
  string: 'text',
};

function describeIssue(issue: z.core.$ZodIssue): string {
  const expected = nameExpected(issue);
  if (expected === undefined) return `: ${issue.message}`;
  return issue.input === undefined ? ' is required' : ` must be ${expected}`;
}

function nameExpected(issue: z.core.$ZodIssue): string | undefined {
  if (issue.code === 'invalid_value') return issue.values.join(', ').replace(/, ([^,]+)$/, ' or $1');
  return issue.code === 'invalid_type' ? typeNames[issue.expected] : undefined;
}

type KeyedInput = Record<string, unknown> & { readonly idempotency_key?: string };

/** Runs a tool, at most once for each idempotency key. */
function runTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  tool: Tool<Input, Output>,
  context: ToolContext,
  { idempotency_key: key, ...input }: KeyedInput,
): Promise<Record<string, unknown>> {
  const run = (ctx: AppContext) => tool.run({ ...context, ctx }, input as z.infer<Input>);
  const { ctx } = context;
  if (key === undefined) return run(ctx);
  const isPreview = 'confirmation' in tool.input.shape && input.confirmation === undefined;
  if (!isPreview) return runOnce(ctx, { key, operation: `tool ${tool.name}`, payload: input }, run);
  readIdempotencyKey(key);
  return run(ctx);
}

type ToolAnswer = ReturnType<typeof errorResult> | { content: TextContent[]; structuredContent: object };
type RunTool = (input: unknown, request: ServerContext) => Promise<ToolAnswer>;
type RegisterTool = (name: string, config: object, run: RunTool) => void;

/** Returns the client that a message of revision 2026-07-28 names, or null. */
export function findClient({ mcpReq }: ServerContext): ClientInfo | null {
  const envelope = mcpReq.envelope as Readonly<Record<string, ClientInfo | undefined>> | undefined;
  return envelope?.['io.modelcontextprotocol/clientInfo'] ?? null;
}

interface TextContent {
  readonly type: 'text';
  readonly text: string;
}

// A deletion shows its preview.
const toScopes = (scope: McpScope): McpScope[] => (scope === 'memory:delete' ? ['memory:read', scope] : [scope]);

function assertScope({ scopes }: ToolContext, scope: McpScope): void {
  if (scopes.has(scope)) return;
  throw new DomainError('FORBIDDEN', `This access token lacks the scope ${scope}. Ask the user to grant it.`);
}

const advice: Partial<Record<DomainError['code'], string>> = {
  NOT_FOUND: 'Look the id up with search_memories, list_entities or list_events.',
  FORBIDDEN: 'Do not retry. Tell the user which permission is missing.',
  RATE_LIMITED: 'Wait before the next call.',
  UNAVAILABLE: 'Retry later.',
  UPSTREAM_FAILED: 'Retry once; then tell the user that the model provider fails.',
};

/** Answers a refusal in words that tell the model what to do next. Defects are logged and masked. */
function toToolError({ log, requestId }: AppContext, thrown: unknown) {
  const error = isDatabaseFault(thrown) ? new UnavailableError() : thrown;
  if (!(error instanceof DomainError)) {
    log.error({ err: error, requestId }, 'An MCP tool failed.');
    return errorResult(`INTERNAL: The server failed. Request id: ${requestId}.`);
  }
  const wait = error.retryAfterSeconds === undefined ? '' : ` Retry after ${error.retryAfterSeconds} s.`;
  const next = advice[error.code];
  return errorResult(`${error.code}: ${toToolNames(error.message)}${next ? ` ${next}` : ''}${wait}`);
}

/** Writes the names of fields as the arguments of tools: `userId` becomes `user_id`. The tools call `topK` `limit`. */
const toToolNames = (message: string): string =>
  message.replaceAll('`topK`', '`limit`').replace(/`[a-z][A-Za-z]*`/g, toSnakeCase);

function errorResult(text: string) {
  return { content: [{ type: 'text' as const, text }], isError: true };
}
