import type { ReactNode } from 'react';
import { Badge } from '../../components/badge';
import { CopyText } from '../../components/copy';
import { toBytes } from '../../components/format';
import { DocumentText, JsonText, type MarkedField } from '../../components/json-text';
import { requestsTexts } from '../../texts/requests';
import { parseCutJson } from './cut-json';
import { isObject } from '../../components/is-object';

const words = requestsTexts.bodies;

interface Props {
  readonly label: string;
  readonly text: string;
  /** Size of the whole body. Null if unknown. */
  readonly bytes: number | null;
  readonly isCut: boolean;
  /** The refused field, which is marked. */
  readonly marked?: MarkedField | undefined;
  /** Shown at the end of the first line. */
  readonly children?: ReactNode;
}

/** Shows a stored body: its size, whether it is cut, and its JSON formatted. A GraphQL document is shown as it was written. */
export function BodyView({ label, text, bytes, isCut, marked, children }: Props) {
  const parsed = parseCutJson(text);
  const document =
    isObject(parsed) && typeof parsed.query === 'string' && /[{]/.test(parsed.query) ? parsed.query : null;
  const { query: _, ...rest } = document === null ? {} : (parsed as { query: string });
  const shown = document === null ? parsed : rest;
  return (
    <section aria-label={label}>
      <div className="row" style={{ marginBottom: 8 }}>
        <span className="meta t2">{bytes !== null && toBytes(bytes)}</span>
        {isCut && <Badge tone="warn">{words.cut}</Badge>}
        <span className="grow" />
        {children}
        <CopyText text={text} label={words.copy(label)} size="compact-xs" variant="default" />
      </div>
      {document !== null && (
        <pre className="body-text" dir="auto" tabIndex={0} aria-label={words.document}>
          <DocumentText text={document.trim()} marked={marked} />
        </pre>
      )}
      {(document === null || Object.keys(rest).length > 0) && (
        <pre className="body-text" dir="auto" tabIndex={0} aria-label={label}>
          {shown === undefined ? text : <JsonText value={shown} marked={marked} />}
          {isCut && '\n…'}
        </pre>
      )}
    </section>
  );
}
