import { explorerTexts } from '../texts/explorer';

const named = '.graphiql-sidebar [aria-label], .graphiql-toolbar [aria-label]';
const written = '.graphiql-dialog, .graphiql-tooltip, .doc-explorer-title';

/**
 * Corrects what GraphiQL tells screen readers, and its terms, after each of its renders. GraphiQL has no option for either.
 * It renders operations as tabs that contain buttons, which hides the buttons: a tab is one control. They become a list of
 * buttons, of which the current one is marked.
 */
export function correctStructure(page: Document): void {
  const correct = () => {
    for (const list of page.getElementsByClassName('graphiql-tabs')) correctOperations(list);
    page.querySelector('#graphiql-session[role=tabpanel]')?.setAttribute('role', 'region');
    const kinds = page.querySelector('.graphiql-explorer-root select');
    if (kinds) set(kinds, 'aria-label', explorerTexts.operationKind);
    for (const element of page.querySelectorAll(named))
      set(element, 'aria-label', toOwnTerm(element.getAttribute('aria-label') ?? ''));
    for (const element of page.querySelectorAll(written)) renameTexts(element);
  };
  // React sets an attribute only when its value changes, so that a correction stays.
  const attributeFilter = ['aria-selected', 'aria-label'];
  new MutationObserver(correct).observe(page.body, { childList: true, subtree: true, attributeFilter });
  correct();
}

function correctOperations(list: Element): void {
  list.removeAttribute('role');
  set(list, 'aria-label', explorerTexts.openOperations);
  for (const item of list.getElementsByClassName('graphiql-tab')) {
    item.removeAttribute('role');
    item.removeAttribute('aria-selected');
    const button = item.querySelector('.graphiql-tab-button');
    if (item.classList.contains('graphiql-tab-active')) button?.setAttribute('aria-current', 'true');
    else button?.removeAttribute('aria-current');
    const close = item.querySelector('.graphiql-tab-close');
    if (close) set(close, 'aria-label', explorerTexts.closeOperation(button?.textContent ?? ''));
  }
}

function renameTexts(element: Element): void {
  const texts = element.ownerDocument.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const own = toOwnTerm(text.nodeValue ?? '');
    if (own !== text.nodeValue) text.nodeValue = own;
  }
}

const terms: ReadonlyMap<string, string> = new Map(explorerTexts.editorTerms);

/** Returns the term of this dashboard for one of GraphiQL, with its shortcut in parentheses. */
function toOwnTerm(text: string): string {
  const [term = '', shortcut = ''] = text.split(/(?= \()/, 2);
  return (terms.get(term) ?? term) + shortcut;
}

function set(element: Element, name: string, value: string): void {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}
