import type { BrowserContext, Page } from 'playwright-core';

/** Counts the presses of the pointer in a page and its frames. Keys do not count. */
export interface ClickCounter {
  /** Number of presses since the last call. */
  take(): number;
}

// A press that the browser driver repeats, because the page moved, does not get this far. No element can hide a press
// from a listener that captures.
const report = `addEventListener('pointerdown', () => void window.countPress(), true);`;

/** Counters of profiles that several tests use. */
const counters = new WeakMap<BrowserContext, ClickCounter>();

/** Counts presses in the pages of a browser profile, from zero. Reload a page that was open before. */
export async function countClicks(page: Page): Promise<ClickCounter> {
  const profile: BrowserContext = page.context();
  const known = counters.get(profile);
  known?.take();
  if (known) return known;
  let presses = 0;
  await profile.exposeBinding('countPress', () => (presses += 1));
  await profile.addInitScript(report);
  const counter = {
    take() {
      const taken = presses;
      presses = 0;
      return taken;
    },
  };
  counters.set(profile, counter);
  return counter;
}
