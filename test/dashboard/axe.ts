import axe from 'axe-core';
import type { Page } from 'playwright-core';

interface Violation {
  readonly rule: string;
  readonly impact: string | null;
  readonly targets: readonly string[];
}

// The editor in the frame is GraphiQL's own page.
const options = { iframes: false, resultTypes: ['violations'] };

/** Checks the page with axe: every rule of WCAG and of good practice. @returns what it found, by rule */
export async function findViolations(page: Page): Promise<Violation[]> {
  // The debugger evaluates it: the content policy stays as it is.
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
