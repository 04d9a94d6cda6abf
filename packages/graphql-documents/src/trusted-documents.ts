import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Kind, parse, print, visit, type DefinitionNode, type DocumentNode } from 'graphql';
import { z } from 'zod';

export interface TrustedDocuments {
  /** Returns the text of the document with this id, or null. */
  find(id: string): string | null;
  /** Ignores white space, the order of definitions and added `__typename` fields. */
  has(document: DocumentNode): boolean;
}

/** The manifest of trusted documents is invalid. The message names the variable and the file. */
class TrustedDocumentsError extends Error {
  override readonly name = 'TrustedDocumentsError';
}

const manifestSchema = z.record(z.string(), z.string());

/**
 * Reads a manifest `{ "<id>": "<document>" }`, as graphql-codegen writes it with `persistedDocuments`.
 * @param path file of the manifest
 * @param own documents of the dashboard and the CLI, which are always trusted
 * @throws TrustedDocumentsError
 */
export function readTrustedDocuments(path: string, own: readonly DocumentNode[]): TrustedDocuments {
  try {
    const manifest = manifestSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
    return createTrustedDocuments(new Map(Object.entries(manifest)), own);
  } catch (error) {
    const reason =
      error instanceof z.ZodError ? 'The file must be an object of documents by id.' : (error as Error).message;
    throw new TrustedDocumentsError(`GRAPHQL_TRUSTED_DOCUMENTS: ${path} is not a manifest of documents. ${reason}`, {
      cause: error,
    });
  }
}

/** Creates a set of documents: those of a manifest, by id, and the project's own. */
export function createTrustedDocuments(
  byId: ReadonlyMap<string, string>,
  own: readonly DocumentNode[],
): TrustedDocuments {
  const parsed = [...byId.values()].map((text) => parse(text, { noLocation: true }));
  const digests = new Set([...parsed, ...own].map(digestDocument));
  // The engine caches parsed documents, so each document object is digested once.
  const known = new WeakMap<DocumentNode, boolean>();
  return {
    find: (id) => byId.get(id) ?? byId.get(id.replace(/^sha\d+:/, '')) ?? null,
    has(document) {
      const isTrusted = known.get(document) ?? digests.has(digestDocument(document));
      known.set(document, isTrusted);
      return isTrusted;
    },
  };
}

/** Returns a digest that is equal for equal selections. Clients add `__typename` and format documents differently. */
function digestDocument(document: DocumentNode): string {
  const stripped = visit(document, {
    Field: ({ name, alias, directives = [] }) =>
      name.value === '__typename' && !alias && directives.length === 0 ? null : undefined,
  });
  const definitions = [...stripped.definitions].sort((left, right) => (sortKey(left) < sortKey(right) ? -1 : 1));
  return createHash('sha256')
    .update(print({ kind: Kind.DOCUMENT, definitions }))
    .digest('base64');
}

function sortKey(definition: DefinitionNode): string {
  return 'name' in definition ? `${definition.kind} ${definition.name?.value ?? ''}` : definition.kind;
}
