import { useState } from 'react';
import { ClockIcon } from '../../components/icons';
import { Menu } from '../../components/menu';
import { texts } from '../../texts';
import { clearHistory, isQuery, readHistory, type PastOperation } from './operation-history';

/** Lists the operations that the viewer ran. A choice opens the operation and, if it is a query, runs it. */
export function HistoryMenu({ onChoose }: { onChoose: (operation: PastOperation) => void }) {
  const [history, setHistory] = useState<readonly PastOperation[]>([]);
  return (
    // The editor adds to the history while this page is open.
    <span onPointerDownCapture={() => setHistory(readHistory())} onKeyDownCapture={() => setHistory(readHistory())}>
      <Menu
        label={texts.explorer.history}
        className="btn"
        button={
          <>
            <ClockIcon size={14} strokeWidth={1.5} aria-hidden />
            {texts.explorer.history}
          </>
        }
      >
        {history.length === 0 && (
          <button type="button" role="menuitem" aria-disabled>
            {texts.explorer.noHistory}
          </button>
        )}
        {history.map((operation) => (
          <button
            key={operation.query + operation.variables}
            type="button"
            role="menuitem"
            title={operation.query}
            onClick={() => onChoose(operation)}
          >
            <bdi>{isQuery(operation) ? operation.name : texts.explorer.withoutRun(operation.name)}</bdi>
          </button>
        ))}
        {history.length > 0 && (
          <button type="button" role="menuitem" onClick={clearHistory}>
            {texts.explorer.clearHistory}
          </button>
        )}
      </Menu>
    </span>
  );
}
