import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
import type { DocumentNode, OperationDefinitionNode } from 'graphql';
import { send } from './http.js';
import { getEndpoint, type ClientOptions } from './options.js';
import type { Payloads } from './payloads.js';
import { sendWithRetries, type RetryOptions } from './retry.js';
import { createSockets } from './sockets.js';
import { subscribe, type SubscribeOptions } from './subscribe.js';

/** Arguments after the document: variables (optional if none is required), then options. */
type Rest<Variables, Options> =
  Record<string, never> extends Variables
    ? [variables?: Variables, options?: Options]
    : [variables: Variables, options?: Options];

/** A document with the types of its result and variables: of this package, graphql-codegen or gql.tada. */
export type TypedDocument<Result, Variables> = DocumentTypeDecoration<Result, Variables> & object;

/** Options of one request. */
export interface RequestOptions {
  readonly signal?: AbortSignal | undefined;
  /** Overrides the client's `retry` option. */
  readonly retry?: boolean | RetryOptions | undefined;
}

/** A typed client for one server and one credential. */
export interface Client {
  /**
   * Runs a query or mutation. @throws GatewayError, also for errors of a mutation unless the document selects them; the
   * abort reason of `signal`
   */
  request<Result, Variables extends object>(
    document: TypedDocument<Result, Variables>,
    ...rest: Rest<Variables, RequestOptions>
  ): Promise<Payloads<Result>>;
  /**
   * Runs a subscription, which starts with the first read and ends when you leave the loop.
   * @throws GatewayError if the server ends it with an error, or the connection is lost without the option `resume`
   */
  subscribe<Result, Variables extends object>(
    document: TypedDocument<Result, Variables>,
    ...rest: Rest<Variables, SubscribeOptions<Result, Variables>>
  ): AsyncIterableIterator<Result>;
  /** Ends all subscriptions and their loops. */
  close(): void;
}

/** Creates a client. It connects on first use. @throws TypeError for an invalid `url` */
export function createClient(options: ClientOptions): Client {
  getEndpoint(options);
  const sockets = createSockets(options);
  const texts = new WeakMap<object, Promise<DocumentText>>();
  const textOf = (document: object): Promise<DocumentText> => {
    const known = texts.get(document) ?? readDocument(document);
    texts.set(document, known);
    return known;
  };
  return {
    async request<Result, Variables extends object>(
      document: TypedDocument<Result, Variables>,
      ...rest: Rest<Variables, RequestOptions>
    ) {
      const [variables, callOptions] = rest;
      const operation = { ...(await textOf(document)), variables: variables as Record<string, unknown> | undefined };
      const signal = callOptions?.signal;
      const once = (sent: typeof operation) => send(options, sent, signal);
      const retry = callOptions?.retry ?? options.retry ?? false;
      const data = await (retry === false
        ? once(operation)
        : sendWithRetries(operation, { ...(retry !== true && retry), signal }, once));
      return data as Payloads<Result>;
    },
    subscribe<Result, Variables extends object>(
      document: TypedDocument<Result, Variables>,
      ...rest: Rest<Variables, SubscribeOptions<Result, Variables>>
    ) {
      const [variables, subscribeOptions] = rest;
      return subscribe<Result, Variables>(
        { sockets, document: textOf(document), variables: variables ?? ({} as Variables) },
        subscribeOptions,
      );
    },
    close: () => sockets.close(),
  };
}

interface DocumentText {
  readonly query: string;
  readonly operationName: string | undefined;
}

// Prints each document once, with its name, which the request log shows. Programs whose documents are text load no printer.
async function readDocument(document: object): Promise<DocumentText> {
  if (document instanceof String) return readText(document.valueOf());
  const tree = document as DocumentNode;
  const { print } = await import('graphql');
  const operation = tree.definitions.find(
    (definition): definition is OperationDefinitionNode => 'operation' in definition,
  );
  const name = operation?.name?.value;
  return { query: print(tree), operationName: name };
}

function readText(query: string): DocumentText {
  // From the start of a line, because comments and fragments can contain these words.
  const name = /^[ \t]*(?:query|mutation|subscription)[ \t]+(\w+)\s*[({@]/m.exec(query)?.[1];
  return { query, operationName: name };
}
