import { commonTexts } from '../texts/common';
import { WordDiff } from './word-diff';

/** Shows a value before and after a change: sentences as a word diff, other values side by side. */
export function BeforeAfter({ before, after }: { before: unknown; after: unknown }) {
  const [former, next] = [toText(before), toText(after)];
  if (former !== null && next !== null && (former.includes(' ') || next.includes(' ')))
    return <WordDiff before={former} after={next} />;
  return (
    <>
      {former !== null && <del>{former}</del>} {former !== null && next !== null && '→ '}
      {next !== null && <ins>{next}</ins>}
    </>
  );
}

// The audit log stores texts of memories and secrets as digests.
const isDigest = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).join() === 'digest';

function toText(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string') return value;
  return isDigest(value) ? commonTexts.lastChanges.hidden : JSON.stringify(value, null, 1);
}
