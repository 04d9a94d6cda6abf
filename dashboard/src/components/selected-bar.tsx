import { useEffect, type ReactNode } from 'react';
import { selectionTexts as words } from '../texts/selection';
import { keepFocus } from './confirm';
import { XIcon } from './icons';

interface Props {
  readonly label: string;
  readonly count: number;
  /** Buttons of the class `btn sm`. */
  readonly children: ReactNode;
  onClear(): void;
}

/** Shows the number of selected rows and the actions for them. */
export function SelectedBar({ label, count, children, onClear }: Props) {
  useEffect(() => keepFocus, []);
  return (
    <div className="selbar" role="region" aria-label={label}>
      <b className="grow" aria-live="polite">
        {words.count(count)}
      </b>
      {children}
      <button type="button" className="btn sm icon" aria-label={words.clear} title={words.clear} onClick={onClear}>
        <XIcon size={14} />
      </button>
    </div>
  );
}
