import type { BrowserContext, Page } from 'playwright-core';
import { closeAfterTest } from './browser.js';

/** Counts the presses of the pointer in a page and its frames. Keys do not count. */
export interface ClickCounter {
  /** Number of presses since the last call. */
  take(): number;
}

// A press that the browser driver repeats, because the page moved, does not get this far. No element can hide a press
// from a listener that captures.
const report = `addEventListener('pointerdown', () => void window.countPress(), true);`;

/** Counts presses in the pages of a browser profile. Reload a page that was open before. */
export async function countClicks(page: Page): Promise<ClickCounter> {
  closeAfterTest(page);
  const profile: BrowserContext = page.context();
  let presses = 0;
  await profile.exposeBinding('countPress', () => (presses += 1));
  await profile.addInitScript(report);
  return {
    take() {
      const taken = presses;
      presses = 0;
      return taken;
    },
  };
}
