import axe from 'axe-core';
import type { Page } from 'playwright-core';

interface Violation {
  readonly rule: string;
  readonly impact: string | null;
  readonly targets: readonly string[];
}

// The editor's iframe is a page of GraphiQL.
const options = { iframes: false, resultTypes: ['violations'] };

const isStill = `new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() =>
  resolve(!document.getAnimations().some(({ playState, effect }) =>
    playState === 'running' && effect.getComputedTiming().iterations !== Infinity)))))`;

/** Waits for the end of fades: during a fade, colors are mixed. */
async function waitForFades(page: Page): Promise<void> {
  while (!(await page.evaluate<boolean>(isStill)));
}

/** Checks the page with all WCAG and best-practice rules of axe. @returns the violations by rule */
export async function findViolations(page: Page): Promise<Violation[]> {
  await waitForFades(page);
  // Evaluated by the debugger, so that the content security policy stays unchanged.
  if (!(await page.evaluate('Boolean(window.axe)'))) await page.evaluate(axe.source);
  const { violations } = await page.evaluate<axe.AxeResults>(`axe.run(document, ${JSON.stringify(options)})`);
  return violations.map(({ id, impact, nodes }) => ({
    rule: id,
    impact: impact ?? null,
    targets: nodes
      .slice(0, 5)
      .map(({ target, failureSummary }) => `${target.join(' ')} — ${failureSummary?.split('\n')[1]?.trim() ?? ''}`),
  }));
}
