import { useEffect, useRef } from 'react';

/** Elements that letters belong to: text fields, and open lists and menus. */
const typed = 'input, textarea, select, [role=combobox][aria-expanded=true], [role=menuitem], [contenteditable=true]';

const openDialog = 'dialog[open], [role=dialog]';

const isTyping = ({ target, defaultPrevented }: KeyboardEvent): boolean =>
  defaultPrevented || (target instanceof HTMLElement && target.matches(typed));

/** Calls a function by its key in lower case, unless the user types in a field or a dialog is open. */
export function useKeys(keys: Readonly<Record<string, () => void>>): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (isTyping(event) || event.ctrlKey || event.metaKey || event.altKey || document.querySelector(openDialog))
        return;
      latest.current[event.key.toLowerCase()]?.();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}
