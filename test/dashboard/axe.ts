import axe from 'axe-core';
import type { Page } from 'playwright-core';

interface Violation {
  readonly rule: string;
  readonly impact: string | null;
  readonly targets: readonly string[];
}

// The editor's iframe is a page of GraphiQL.
const options = { iframes: false, resultTypes: ['violations'] };

/** Checks the page with all WCAG and best-practice rules of axe. @returns the violations by rule */
export async function findViolations(page: Page): Promise<Violation[]> {
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
