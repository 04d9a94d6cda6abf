import axe from 'axe-core';
import type { Frame, Page } from 'playwright-core';

interface Violation {
  readonly rule: string;
  readonly impact: string | null;
  readonly targets: readonly string[];
}

/** Rules whose verdict depends on the theme: the elements of a page are the same in both. */
export const rulesOfColor = ['color-contrast', 'link-in-text-block'];

const isStill = `new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() =>
  resolve(!document.getAnimations().some(({ playState, effect }) =>
    playState === 'running' && effect.getComputedTiming().iterations !== Infinity)))))`;

/** Waits for the end of fades: during a fade, colors are mixed. */
async function waitForFades(frame: Frame): Promise<void> {
  while (!(await frame.evaluate<boolean>(isStill)));
}

/**
 * Checks the page and its frames with axe.
 * @param rules some of its rules; default: all of WCAG and of best practice
 * @returns the violations by rule
 */
export async function findViolations(page: Page, rules?: readonly string[]): Promise<Violation[]> {
  for (const frame of page.frames()) {
    await waitForFades(frame);
    // Evaluated by the debugger, so that the content security policy stays unchanged.
    if (!(await frame.evaluate('Boolean(window.axe)'))) await frame.evaluate(axe.source);
  }
  const options = { resultTypes: ['violations'], ...(rules && { runOnly: rules }) };
  const { violations, incomplete } = await page.evaluate<axe.AxeResults>(
    `axe.run(document, ${JSON.stringify(options)})`,
  );
  // A frame without axe is no violation, but was not checked.
  return [...violations, ...incomplete.filter(({ id }) => id === 'frame-tested')].map(({ id, impact, nodes }) => ({
    rule: id,
    impact: impact ?? null,
    targets: nodes
      .slice(0, 5)
      .map(({ target, failureSummary }) => `${target.join(' ')} — ${failureSummary?.split('\n')[1]?.trim() ?? ''}`),
  }));
}
