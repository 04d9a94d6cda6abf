import { useEffect, type ReactNode } from 'react';
import { IconButton } from './plain-button';
import { selectionTexts as words } from '../texts/selection';
import { XIcon } from './icons';
import { keepFocus } from './keep-focus';

interface Props {
  readonly label: string;
  readonly count: number;
  /** Buttons of the class `btn sm`. */
  readonly children: ReactNode;
  onClear(): void;
}

export function SelectedBar({ label, count, children, onClear }: Props) {
  useEffect(() => () => keepFocus(), []);
  return (
    <div className="row wrap selbar" role="region" aria-label={label}>
      <b className="grow" aria-live="polite">
        {words.count(count)}
      </b>
      {children}
      <IconButton look="sm" icon={XIcon} label={words.clear} title={words.clear} onClick={onClear} />
    </div>
  );
}
