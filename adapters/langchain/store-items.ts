import { getTextAtPath } from '@langchain/langgraph-checkpoint';
import type { Metadata } from '../shared/memory-api.js';

/** An item of a store, without its times. */
export interface StoredItem {
  readonly namespace: string[];
  readonly key: string;
  readonly value: Record<string, unknown>;
}

/** Returns the metadata of an item. One field for each part of the namespace lets the server find items by prefix. */
export function toMetadata({ namespace, key, value }: StoredItem): Record<string, unknown> {
  return { ...toPrefixMetadata(namespace), store_namespace: namespace, store_key: key, store_value: value };
}

/** Returns the metadata that all items below a namespace have. */
export function toPrefixMetadata(namespace: readonly string[]): Record<string, unknown> {
  const parts = namespace.map((part, index) => [`store_namespace_${index}`, part] as const);
  return { source: 'langgraph-store', ...Object.fromEntries(parts) };
}

/** Returns the item that metadata describe, or null for other memories. */
export function fromMetadata(metadata: Metadata | null): StoredItem | null {
  if (metadata?.['source'] !== 'langgraph-store') return null;
  const { store_namespace: namespace, store_key: key, store_value: value } = metadata;
  return { namespace: namespace as string[], key: key as string, value: value as Record<string, unknown> };
}

/** Field of a value that is its text, in the order of preference. */
const textFields = ['text', 'memory', 'content', 'data'];

/**
 * Returns the text that searches compare with a query.
 * @param fields paths of the value; false: the item is found by key only
 */
export function toText(
  value: Record<string, unknown>,
  { key, fields }: { readonly key: string; readonly fields: false | string[] | undefined },
): string {
  if (fields === false) return key;
  const chosen = fields?.flatMap((path) => getTextAtPath(value, path)) ?? [];
  const named = textFields.map((field) => value[field]).find((text) => typeof text === 'string' && text.trim() !== '');
  const text = chosen.length > 0 ? chosen.join('\n') : named;
  return typeof text === 'string' ? text : JSON.stringify(value);
}
