/** Elements that letters belong to: text fields, and open lists and menus. */
const typed = 'input, textarea, select, [role=combobox][aria-expanded=true], [role=menuitem], [contenteditable=true]';

/** Returns whether a key belongs to the element that has the focus. */
export const isTyping = ({ target, defaultPrevented }: KeyboardEvent): boolean =>
  defaultPrevented || (target instanceof HTMLElement && target.matches(typed));
