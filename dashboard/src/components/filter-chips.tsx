import { filterTexts as words } from '../texts/filter';
import { CopyText } from './copy';
import { describeFilter } from './describe-filter';

/** Shows the conditions of a stored filter as chips, and copies it as JSON. */
export function FilterChips({ filter }: { filter: unknown }) {
  const conditions = describeFilter(filter);
  if (conditions.length === 0) return <>{words.allMemories}</>;
  return (
    <span className="conditions">
      {conditions.map((condition) => (
        <span key={condition} className="chip">
          <bdi>{condition}</bdi>
        </span>
      ))}
      <CopyText
        text={JSON.stringify(filter, null, 2)}
        label={words.copyAsJson}
        variant="subtle"
        size="compact-xs"
        className="no-print"
      />
    </span>
  );
}
