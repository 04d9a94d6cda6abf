import { ChevronDownIcon, ChevronUpIcon, XIcon } from './icons';
import { useEffect, useRef, type ComponentProps, type ReactNode } from 'react';
import { isTyping } from './is-typing';
import { IconButton } from './plain-button';
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

/** Shows details next to a list that stays usable. J and K move between rows, Escape closes. */
export function SideDrawer({ label, top, children, onClose, onMove }: Props) {
  const handlers = useRef({ onClose, onMove });
  handlers.current = { onClose, onMove };
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (isTyping(event) || event.ctrlKey || event.metaKey) return;
      if (event.key === 'Escape') handlers.current.onClose();
      if (event.key === 'j') handlers.current.onMove?.(1);
      if (event.key === 'k') handlers.current.onMove?.(-1);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  return (
    <aside className="drawer" aria-label={label}>
      <section className="drawer-head">
        <div className="drawer-top">
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
