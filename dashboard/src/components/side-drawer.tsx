import { ChevronDownIcon, ChevronUpIcon, XIcon } from './icons';
import type { ComponentProps, ReactNode } from 'react';
import { IconButton } from './plain-button';
import { useFocusReturn } from './keep-focus';
import { useKeys } from './use-keys';
import { commonTexts as words } from '../texts/common';

interface Props {
  readonly label: string;
  /** Shown left of the buttons, for example badges. */
  readonly top: ReactNode;
  readonly children: ReactNode;
  onClose(): void;
  /** Called to show the next or previous row. */
  onMove?(step: 1 | -1): void;
}

/** Shows details next to a list that stays usable. J and K move between rows, Escape closes and returns the focus to the list. */
export function SideDrawer({ label, top, children, onClose, onMove }: Props) {
  useFocusReturn(true);
  useKeys({ escape: onClose, j: () => onMove?.(1), k: () => onMove?.(-1) });
  return (
    <aside className="drawer" aria-label={label}>
      <section className="drawer-head">
        <div className="row" style={{ marginBottom: 8 }}>
          {top}
          <span className="grow" />
          {onMove && (
            <>
              <DrawerButton label={words.previous} onClick={() => onMove(-1)} icon={ChevronUpIcon} />
              <DrawerButton label={words.next} onClick={() => onMove(1)} icon={ChevronDownIcon} />
            </>
          )}
          <DrawerButton label={words.close} onClick={onClose} icon={XIcon} />
        </div>
      </section>
      {children}
    </aside>
  );
}

const DrawerButton = ({ label, ...props }: Pick<ComponentProps<typeof IconButton>, 'label' | 'icon' | 'onClick'>) => (
  <IconButton {...props} look="ghost sm" label={label} title={label} />
);
