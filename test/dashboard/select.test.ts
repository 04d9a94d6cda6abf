import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { findViolations } from './axe.js';
import { describePages, startDashboard, type DashboardApp } from './browser.js';
import { held } from './graphql.js';
import { chooseOption, readChoice } from './select.js';

const patience = { timeout: 15_000 };

/** Returns the label of the choice that Enter would take. */
const readActive = (field: Locator) =>
  field.evaluate((element): string | null => {
    const { document } = element.ownerDocument.defaultView ?? {};
    const focused = document?.activeElement ?? element;
    return document?.getElementById(focused.getAttribute('aria-activedescendant') ?? '')?.textContent ?? null;
  });

describePages('a list of choices', () => {
  let app: DashboardApp;
  beforeAll(async () => {
    app = await startDashboard({ outboundAllow: ['example.com'] });
  });
  beforeEach(() => app.reset());
  afterAll(() => app.close());

  /** Opens the dialog for a new key. */
  async function openDialog(): Promise<{ page: Page; dialog: Locator; expires: Locator }> {
    const page = await app.signedIn('/dashboard/api-keys');
    await page.getByRole('button', { name: 'New key' }).click();
    const dialog = page.getByRole('dialog', { name: 'New API key' });
    const expires = dialog.getByRole('combobox', { name: 'Expires' });
    await expires.waitFor();
    return { page, dialog, expires };
  }

  it('works with the keyboard alone: arrows, Home, End, letters, Enter, Tab and Escape', async () => {
    const { page, dialog, expires } = await openDialog();
    const list = page.getByRole('listbox', { name: 'Expires' });
    await expires.focus();
    expect(await expires.getAttribute('aria-expanded')).toBe('false');
    await page.keyboard.press('Enter');
    await list.waitFor();
    expect(await expires.getAttribute('aria-controls')).toBe(await list.getAttribute('id'));
    expect(await readActive(expires)).toBe('Never');
    await page.keyboard.press('ArrowUp');
    expect(await readActive(expires)).toBe('Never');
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => readActive(expires), patience).toBe('In 7 days');
    await page.keyboard.press('End');
    await expect.poll(() => readActive(expires), patience).toBe('Custom date');
    await page.keyboard.press('Home');
    await expect.poll(() => readActive(expires), patience).toBe('Never');
    for (const active of ['In 7 days', 'In 30 days', 'In 90 days']) {
      await page.keyboard.press('i');
      await expect.poll(() => readActive(expires), patience).toBe(active);
    }
    expect(await readChoice(expires)).toBe('');
    await page.keyboard.press('Enter');
    await list.waitFor({ state: 'detached' });
    expect(await readChoice(expires)).toBe('90');
    expect(await expires.textContent()).toContain('In 90 days');
    await page.keyboard.press('ArrowUp');
    await list.waitFor();
    await page.keyboard.press('Escape');
    await list.waitFor({ state: 'detached' });
    expect(await readChoice(expires)).toBe('90');
    await page.keyboard.press('Space');
    await page.keyboard.press('End');
    await page.keyboard.press('Tab');
    await list.waitFor({ state: 'detached' });
    expect(await readChoice(expires)).toBe('date');
    await dialog.locator('input[name=date]').waitFor();
    expect(await expires.evaluate((field) => field.ownerDocument.activeElement === field)).toBe(false);
    // A choice below the pointer is not taken by Tab.
    await expires.click();
    await page.getByRole('option', { name: 'In 7 days' }).hover();
    await expect.poll(() => readActive(expires), patience).toBe('In 7 days');
    await page.keyboard.press('Tab');
    await list.waitFor({ state: 'detached' });
    expect(await readChoice(expires)).toBe('date');
    // The first Escape closes the list, the second asks about the dialog.
    await expires.click();
    await page.keyboard.press('Escape');
    await list.waitFor({ state: 'detached' });
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: 'Discard your changes?' }).waitFor();
    expect(app.problems).toEqual([]);
  });

  it('moves to the choice that begins with a typed word, spaces included, open or closed', async () => {
    const { page, expires } = await openDialog();
    const list = page.getByRole('listbox', { name: 'Expires' });
    await expires.focus();
    await page.keyboard.type('in 9');
    await list.waitFor();
    await expect.poll(() => readActive(expires), patience).toBe('In 90 days');
    await page.keyboard.press('Enter');
    expect(await readChoice(expires)).toBe('90');
    await page.keyboard.press('Enter');
    // Enter ended the first word.
    await page.keyboard.type('CUS');
    await expect.poll(() => readActive(expires), patience).toBe('Custom date');
    // No choice begins with this: the active one stays.
    await page.keyboard.type('x');
    expect(await readActive(expires)).toBe('Custom date');
    await page.keyboard.press('Escape');
    await list.waitFor({ state: 'detached' });
    expect(await readChoice(expires)).toBe('90');
    expect(app.problems).toEqual([]);
  });

  it('closes for a press outside or on its field, and its label focuses it', async () => {
    const { page, dialog, expires } = await openDialog();
    const list = page.getByRole('listbox');
    await expires.click();
    await list.waitFor();
    await expires.click();
    await list.waitFor({ state: 'detached' });
    await expires.click();
    await dialog.locator('input[name=label]').click();
    await list.waitFor({ state: 'detached' });
    await dialog.getByText('Expires', { exact: true }).click();
    expect(await expires.evaluate((field) => field.ownerDocument.activeElement === field)).toBe(true);
    expect(await list.count()).toBe(0);
    expect(await dialog.locator('input[name=term]').inputValue()).toBe('');
    await chooseOption(expires, 'In a year');
    expect(await dialog.locator('input[name=term]').inputValue()).toBe('365');
    expect(app.problems).toEqual([]);
  });

  it('is accessible while it is open, in both themes', async () => {
    const { page, expires } = await openDialog();
    await expires.click();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await findViolations(page)).toEqual([]);
    }
    expect(app.problems).toEqual([]);
  });

  it('finds a choice of a long list by words', async () => {
    const create = 'mutation ($input: CreateWebhookInput!) { createWebhook(input: $input) { __typename } }';
    const input = { name: 'Billing', url: 'https://example.com/hook', eventTypes: ['MEMORY_ADD'] };
    expect(await held(app, create, { input })).toEqual({ createWebhook: { __typename: 'CreateWebhookPayload' } });
    const page = await app.signedIn('/dashboard/webhooks');
    await page.getByRole('link', { name: 'Billing' }).click();
    const field = page.getByRole('combobox', { name: 'Event type of the test' });
    await field.click();
    await page.getByRole('combobox', { name: 'Search choices' }).waitFor();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await findViolations(page)).toEqual([]);
    }
    await page.keyboard.type('nothing like this');
    await page.getByText('No choice matches').waitFor();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('member');
    const options = page.getByRole('option');
    await expect.poll(() => options.count(), patience).toBeLessThan(6);
    await page.keyboard.press('ArrowDown');
    const active = await readActive(field);
    await page.keyboard.press('Enter');
    await options.first().waitFor({ state: 'detached' });
    expect(active).toMatch(/^member\./);
    expect(await readChoice(field)).not.toBe('');
    expect(await field.textContent()).toContain(active);
    expect(app.problems).toEqual([]);
  });

  it.each([
    { name: 'on a phone', width: 390, height: 700 },
    { name: 'at 200 % zoom', width: 640, height: 450 },
  ])('is inside the page $name, with choices large enough for a finger', async ({ width, height }) => {
    const { page, expires } = await openDialog();
    await page.setViewportSize({ width, height });
    await expires.scrollIntoViewIfNeeded();
    await expires.click();
    const list = page.getByRole('listbox', { name: 'Expires' });
    await list.waitFor();
    const box = await page.locator('.select-list').boundingBox();
    expect(box?.x).toBeGreaterThanOrEqual(0);
    expect((box?.x ?? width) + (box?.width ?? width)).toBeLessThanOrEqual(width);
    expect(box?.y).toBeGreaterThanOrEqual(0);
    expect((box?.y ?? height) + (box?.height ?? height)).toBeLessThanOrEqual(height);
    const first = await page.getByRole('option').first().boundingBox();
    expect(first?.height).toBeGreaterThanOrEqual(40);
    await chooseOption(expires, 'In 30 days');
    expect(await readChoice(expires)).toBe('30');
    expect(app.problems).toEqual([]);
  });
});
