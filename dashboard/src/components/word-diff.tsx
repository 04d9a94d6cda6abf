import { diffWords } from 'diff';
import { Fragment, useMemo } from 'react';

// Diffing longer texts would freeze the page. They are shown side by side only.
const mostCharacters = 20_000;

/** Shows two texts as one, with removed and added words marked. */
export function WordDiff({ before, after }: { before: string; after: string }) {
  const parts = useMemo(
    () =>
      before.length + after.length > mostCharacters
        ? [
            { value: before, removed: true, added: false },
            { value: after, removed: false, added: true },
          ]
        : diffWords(before, after),
    [before, after],
  );
  return (
    <bdi>
      {parts.map(({ value, added, removed }, index) => {
        if (added) return <ins key={index}>{value}</ins>;
        return removed ? <del key={index}>{value}</del> : <Fragment key={index}>{value}</Fragment>;
      })}
    </bdi>
  );
}
