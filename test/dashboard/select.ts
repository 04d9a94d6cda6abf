import type { Locator } from 'playwright-core';

/** Takes a choice of a list, by its label or its value, as a person does: opens the list and clicks. */
export async function chooseOption(field: Locator, choice: string): Promise<void> {
  if ((await field.getAttribute('aria-expanded')) !== 'true') await field.click();
  const page = field.page();
  const named = page.getByRole('option', { name: choice, exact: true });
  await named.or(page.locator(`[role=option][data-value="${choice}"]`)).click();
}

/** Returns the value of a list. */
export const readChoice = (field: Locator): Promise<string | null> => field.getAttribute('value');
