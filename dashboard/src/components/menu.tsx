import { useEffect, useId, useRef, useState, type ComponentProps, type KeyboardEvent, type ReactNode } from 'react';
import type { Icon } from './icons';

interface Props {
  /** Accessible name of the button. */
  readonly label: string;
  readonly className: string;
  /** Shown left of the label. */
  readonly icon?: Icon;
  /** Content of the button. Default: the icon and the label. */
  readonly button?: ReactNode;
  readonly alignRight?: boolean;
  /** Items with the role `menuitem`. Choosing one closes the menu. */
  readonly children: ReactNode;
  onClose?(): void;
}

const items = '[role=menuitem], input';

/** Shows a button with a menu. Arrow keys move; Escape or a click outside closes. A choice returns the focus to the button. */
export function Menu({ label, className, icon: Sign, button, alignRight = false, children, onClose }: Props) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
  const trigger = useRef<HTMLButtonElement>(null);
  const close = () => {
    setOpen(false);
    onClose?.();
  };
  useEffect(() => {
    if (!isOpen) return;
    root.current?.querySelector<HTMLElement>(items)?.focus();
    const onPress = ({ target }: PointerEvent) => {
      if (!(target instanceof Node) || !root.current?.contains(target)) close();
    };
    document.addEventListener('pointerdown', onPress);
    return () => document.removeEventListener('pointerdown', onPress);
  }, [isOpen]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isOpen) return;
    if (event.key === 'Tab') close();
    if (event.key === 'Escape') {
      close();
      trigger.current?.focus();
    }
    if (moveFocus(event, [...(root.current?.querySelectorAll<HTMLElement>(items) ?? [])])) event.preventDefault();
  };
  return (
    <div ref={root} className="menu-root" onKeyDown={onKeyDown}>
      <button
        ref={trigger}
        type="button"
        className={className}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => (isOpen ? close() : setOpen(true))}
      >
        {Sign && <Sign size={14} />}
        {button ?? label}
      </button>
      {isOpen && (
        <div
          id={id}
          role="menu"
          aria-label={label}
          className={`menu ${alignRight ? 'right' : ''}`}
          onClick={({ target }) => {
            if (!(target instanceof Element) || !target.closest('[role=menuitem]')) return;
            close();
            trigger.current?.focus();
          }}
        >
          {children}
        </div>
      )}
    </div>
  );
}

export function MenuItem({ label, ...props }: ComponentProps<'button'> & { label: ReactNode }) {
  return (
    <button type="button" role="menuitem" {...props}>
      {label}
    </button>
  );
}

function moveFocus({ key }: KeyboardEvent, all: HTMLElement[]): boolean {
  const at = all.indexOf(document.activeElement as HTMLElement);
  const next = { ArrowDown: at + 1, ArrowUp: at - 1 + all.length, Home: 0, End: all.length - 1 }[key];
  if (next === undefined || all.length === 0) return false;
  all[next % all.length]?.focus();
  return true;
}
