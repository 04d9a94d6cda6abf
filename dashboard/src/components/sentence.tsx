import { Fragment, type ReactNode } from 'react';

/**
 * Puts elements into a sentence of the catalogue, so that each language chooses their place.
 * @param text sentence that names each element in braces, such as `Expires on {day}.`
 */
export function Sentence({ text, parts }: { text: string; parts: Readonly<Record<string, ReactNode>> }) {
  return text
    .split(/\{(\w+)\}/)
    .map((piece, index) => <Fragment key={index}>{index % 2 === 1 ? parts[piece] : piece}</Fragment>);
}
