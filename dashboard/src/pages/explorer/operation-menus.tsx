import { useState, type ReactNode } from 'react';
import { ClockIcon, StarIcon, type Icon } from '../../components/icons';
import { Menu, MenuItem } from '../../components/menu';
import { useOwnStorage } from '../../session/own-storage';
import { explorerTexts } from '../../texts/explorer';
import {
  clearHistory,
  isQuery,
  isSame,
  readHistory,
  readSaved,
  toggleSaved,
  type PastOperation,
} from './operation-history';

interface Props {
  onChoose(operation: PastOperation): void;
}

/** Lists the operations that the viewer ran. A choice opens the operation and, if it is a query, runs it. */
export function HistoryMenu({ onChoose }: Props) {
  const storage = useOwnStorage();
  const [history, setHistory] = useState<readonly PastOperation[]>([]);
  return (
    <OperationMenu label={explorerTexts.history} icon={ClockIcon} onRead={() => setHistory(readHistory(storage))}>
      {history.length === 0 && <MenuItem label={explorerTexts.noHistory} aria-disabled />}
      <Operations operations={history} onChoose={onChoose} />
      {history.length > 0 && <MenuItem label={explorerTexts.clearHistory} onClick={() => clearHistory(storage)} />}
    </OperationMenu>
  );
}

interface SavedProps extends Props {
  /** Returns the operation in the editor. */
  readOpen(): PastOperation | null;
}

/** Saves the operation in the editor, and lists the saved ones. A choice opens the operation and, if it is a query, runs it. */
export function SavedMenu({ onChoose, readOpen }: SavedProps) {
  const storage = useOwnStorage();
  const [saved, setSaved] = useState<readonly PastOperation[]>([]);
  const [current, setCurrent] = useState<PastOperation | null>(null);
  const isSaved = current !== null && saved.some((operation) => isSame(operation, current));
  const read = () => {
    setSaved(readSaved(storage));
    setCurrent(readOpen());
  };
  return (
    <OperationMenu label={explorerTexts.saved} icon={StarIcon} onRead={read}>
      <MenuItem
        label={isSaved ? explorerTexts.removeSaved : explorerTexts.save}
        aria-disabled={current === null}
        onClick={() => current && toggleSaved(storage, current)}
      />
      <Operations operations={saved} onChoose={onChoose} />
    </OperationMenu>
  );
}

interface MenuProps {
  readonly label: string;
  readonly icon: Icon;
  /** Called before the menu opens: the editor changes what it lists while the page is open. */
  onRead(): void;
  readonly children: ReactNode;
}

function OperationMenu({ label, icon, onRead, children }: MenuProps) {
  return (
    <span onPointerDownCapture={onRead} onKeyDownCapture={onRead}>
      <Menu label={label} className="btn" icon={icon}>
        {children}
      </Menu>
    </span>
  );
}

/** Shows operations as items of a menu. The name of one that changes data says that it opens without running. */
function Operations({ operations, onChoose }: Props & { operations: readonly PastOperation[] }) {
  return operations.map((operation) => (
    <MenuItem
      key={operation.query + operation.variables}
      label={<bdi>{isQuery(operation) ? operation.name : explorerTexts.withoutRun(operation.name)}</bdi>}
      title={operation.query}
      onClick={() => onChoose(operation)}
    />
  ));
}
