/** Returns whether a key belongs to a field: to its text, or to its list of choices. */
export const isTyping = ({ target, defaultPrevented }: KeyboardEvent): boolean =>
  defaultPrevented ||
  (target instanceof HTMLElement && target.matches('input, textarea, select, [role=combobox], [contenteditable=true]'));
