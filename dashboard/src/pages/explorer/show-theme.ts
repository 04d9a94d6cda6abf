import { explorerTexts } from '../../texts/explorer';

const dialog = '.graphiql-dialog';
// The dialog is open for a moment, and a person should not see it flash.
const hidden = '.graphiql-dialog, .graphiql-dialog-overlay { visibility: hidden !important; }';

/**
 * Changes the theme of the running editor through its settings, which keeps its texts, headers and response. An editor that
 * has not started yet reads the stored theme.
 */
export function showTheme({ document: page }: Window, scheme: 'light' | 'dark'): void {
  if (page.body.classList.contains(`graphiql-${scheme}`)) return;
  const settings = page.querySelector<HTMLButtonElement>(`button[aria-label="${explorerTexts.editorSettings}"]`);
  if (!settings) return;
  const focused = window.document.activeElement;
  const style = page.createElement('style');
  style.textContent = hidden;
  page.head.append(style);
  const choose = () => {
    const button = page.querySelector<HTMLButtonElement>(`${dialog} button[data-theme="${scheme}"]`);
    if (!button) return;
    observer.disconnect();
    button.click();
    page.querySelector<HTMLButtonElement>(`${dialog} .graphiql-dialog-close`)?.click();
    // The dialog moves the focus when it closes.
    page.defaultView?.setTimeout(() => {
      style.remove();
      if (focused instanceof HTMLElement) focused.focus();
    }, 250);
  };
  const observer = new MutationObserver(choose);
  observer.observe(page, { childList: true, subtree: true });
  settings.click();
  choose();
}
