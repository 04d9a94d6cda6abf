import { Fragment } from 'react';

const wordPattern = /[\p{L}\p{N}]+/gu;
const shortest = 3;

/** Returns the words of three or more letters that occur in both the query and the text, in lower case. */
export function toSharedWords(text: string, query: string): string[] {
  const wanted = new Set(query.toLowerCase().match(wordPattern) ?? []);
  const words = new Set(text.toLowerCase().match(wordPattern) ?? []);
  return [...words].filter((word) => word.length >= shortest && wanted.has(word));
}

export function MarkedText({ text, query }: { text: string; query: string }) {
  const shared = new Set(toSharedWords(text, query));
  if (shared.size === 0) return <bdi>{text}</bdi>;
  const parts = text.split(/([\p{L}\p{N}]+)/u);
  return (
    <bdi>
      {parts.map((part, index) =>
        shared.has(part.toLowerCase()) ? <mark key={index}>{part}</mark> : <Fragment key={index}>{part}</Fragment>,
      )}
    </bdi>
  );
}
