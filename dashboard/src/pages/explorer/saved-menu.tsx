import { useState } from 'react';
import { StarIcon } from '../../components/icons';
import { Menu } from '../../components/menu';
import { useOwnStorage } from '../../session/own-storage';
import { explorerTexts } from '../../texts/explorer';
import { isSame, readSaved, toggleSaved, type PastOperation } from './operation-history';
import { OperationItems } from './operation-items';

interface Props {
  onChoose(operation: PastOperation): void;
  /** Returns the operation in the editor. */
  readOpen(): PastOperation | null;
}

/** Saves the operation in the editor, and lists the saved ones. A choice opens the operation and, if it is a query, runs it. */
export function SavedMenu({ onChoose, readOpen }: Props) {
  const storage = useOwnStorage();
  const [saved, setSaved] = useState<readonly PastOperation[]>([]);
  const [current, setCurrent] = useState<PastOperation | null>(null);
  const read = () => {
    setSaved(readSaved(storage));
    setCurrent(readOpen());
  };
  return (
    // The editor changes the operation while this page is open.
    <span onPointerDownCapture={read} onKeyDownCapture={read}>
      <Menu
        label={explorerTexts.saved}
        className="btn"
        button={
          <>
            <StarIcon size={14} strokeWidth={1.5} />
            {explorerTexts.saved}
          </>
        }
      >
        <button
          type="button"
          role="menuitem"
          aria-disabled={current === null}
          onClick={() => current && toggleSaved(storage, current)}
        >
          {current && saved.some((operation) => isSame(operation, current))
            ? explorerTexts.removeSaved
            : explorerTexts.save}
        </button>
        <OperationItems operations={saved} onChoose={onChoose} />
      </Menu>
    </span>
  );
}
