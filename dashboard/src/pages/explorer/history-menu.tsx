import { useState } from 'react';
import { ClockIcon } from '../../components/icons';
import { Menu } from '../../components/menu';
import { useOwnStorage } from '../../session/own-storage';
import { explorerTexts } from '../../texts/explorer';
import { clearHistory, readHistory, type PastOperation } from './operation-history';
import { OperationItems } from './operation-items';

/** Lists the operations that the viewer ran. A choice opens the operation and, if it is a query, runs it. */
export function HistoryMenu({ onChoose }: { onChoose: (operation: PastOperation) => void }) {
  const storage = useOwnStorage();
  const [history, setHistory] = useState<readonly PastOperation[]>([]);
  const read = () => setHistory(readHistory(storage));
  return (
    // The editor adds to the history while this page is open.
    <span onPointerDownCapture={read} onKeyDownCapture={read}>
      <Menu
        label={explorerTexts.history}
        className="btn"
        button={
          <>
            <ClockIcon size={14} strokeWidth={1.5} />
            {explorerTexts.history}
          </>
        }
      >
        {history.length === 0 && (
          <button type="button" role="menuitem" aria-disabled>
            {explorerTexts.noHistory}
          </button>
        )}
        <OperationItems operations={history} onChoose={onChoose} />
        {history.length > 0 && (
          <button type="button" role="menuitem" onClick={() => clearHistory(storage)}>
            {explorerTexts.clearHistory}
          </button>
        )}
      </Menu>
    </span>
  );
}
