import type { ReactNode } from 'react';

/** A field with its value, to be marked in a text. */
export interface MarkedField {
  /** Name of the field, without the names around it. */
  readonly name: string;
  readonly value: unknown;
}

const token = /("(?:[^"\\]|\\.)*")(\s*:)?|-?\b\d[\d.eE+-]*|\b(?:true|false|null)\b/g;

/** Shows formatted JSON with colors for names, texts and other values. The marked field is bold. */
export function JsonText({ value, marked }: { value: unknown; marked?: MarkedField | undefined }) {
  const text = JSON.stringify(value, null, 2);
  const wanted = marked && JSON.stringify(marked.value, null, 2);
  const parts: ReactNode[] = [];
  let end = 0;
  let isNextMarked = false;
  for (const { 0: whole, 1: quoted, 2: colon, index } of text.matchAll(token)) {
    parts.push(text.slice(end, index));
    end = index + whole.length;
    const isName = colon !== undefined;
    if (isName)
      isNextMarked = marked !== undefined && quoted === JSON.stringify(marked.name) && isAt(text, end, wanted);
    const kind = isName ? 'k' : quoted ? 's' : 'n';
    parts.push(
      <span key={index} className={isNextMarked ? `${kind} e` : kind}>
        {whole}
      </span>,
    );
    if (!isName) isNextMarked = false;
  }
  return [...parts, text.slice(end)];
}

// The value of a field is indented with the field, so that the lines of an object differ in their spaces.
const isAt = (text: string, start: number, value: string | undefined): boolean =>
  value !== undefined &&
  text
    .slice(start)
    .trimStart()
    .startsWith(value.split('\n')[0] ?? '');

/** Shows a GraphQL document. The marked field is bold where the document has its value. */
export function DocumentText({ text, marked }: { text: string; marked?: MarkedField | undefined }) {
  const value = JSON.stringify(marked?.value);
  const found = [...text.matchAll(/\b(\w+)\s*:\s*("(?:[^"\\]|\\.)*"|-?[\w.]+)/g)].find(
    ([, name, written]) => name === marked?.name && written === value,
  );
  if (!found) return text;
  const end = found.index + found[0].length;
  return (
    <>
      {text.slice(0, found.index)}
      <span className="e">{found[0]}</span>
      {text.slice(end)}
    </>
  );
}
