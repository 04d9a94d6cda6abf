import { useEffect, useRef, type FormEvent } from 'react';

/** The element outside of dialogs that had the focus last. */
let lastOnPage: Element | null = null;
document.addEventListener('focusin', ({ target }) => {
  if (target instanceof Element && !target.closest('[role=dialog], dialog')) lastOnPage = target;
});

/**
 * Moves the focus if the focused element is gone, for example with its row: to `from`, or else to the element that had the focus
 * before the dialogs, or else to the page.
 */
export function keepFocus(from: Element | null = null): void {
  if (document.activeElement !== document.body) return;
  const present = [from, lastOnPage].find((element) => element?.isConnected && element !== document.body);
  if (present instanceof HTMLElement) present.focus({ preventScroll: true });
  // A button that is disabled by now takes no focus.
  focusPage();
}

/** Moves the focus to the page if the focused element is gone. */
export function focusPage(): void {
  if (document.activeElement === document.body) document.getElementById('main')?.focus({ preventScroll: true });
}

/**
 * Returns the focus to the element that opened a dialog or a drawer. Mantine does so only for a dialog that stays mounted and whose opener stays
 * on the page.
 * @returns the function to call at the end of the closing transition
 */
export function useFocusReturn(isOpen: boolean): () => unknown {
  const from = useRef<Element | null>(null);
  // While rendering, because the dialog takes the focus before effects run.
  const wasOpen = useRef(false);
  if (isOpen && !wasOpen.current) from.current = document.activeElement;
  wasOpen.current = isOpen;
  const returned = useRef<Element | null>(null);
  const end = () => {
    keepFocus(from.current);
    returned.current = document.activeElement;
  };
  // A list that is read again slowly loses the row with the button after the dialog has closed.
  useEffect(() => {
    if (returned.current && !returned.current.isConnected) end();
  });
  useEffect(() => () => keepFocus(from.current), []);
  // The transition ends before the dialog is removed, which may hold the focus until then.
  return () => window.setTimeout(end);
}

/**
 * Returns the focus to the button that submitted a form: it loses the focus while it is disabled.
 * @param isBusy whether the button is disabled
 * @returns the function to call at each submission
 */
export function useKeptButton(isBusy: boolean): (event: FormEvent) => void {
  const button = useRef<HTMLElement | null>(null);
  useEffect(() => {
    if (isBusy || !button.current) return;
    keepFocus(button.current);
    button.current = null;
  }, [isBusy]);
  return ({ nativeEvent }) => (button.current = (nativeEvent as SubmitEvent).submitter);
}
