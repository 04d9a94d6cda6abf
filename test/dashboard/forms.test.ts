import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { safeParse, type ZodMiniType } from 'zod/mini';
import { email, name, newPassword } from '../../dashboard/src/components/rules.js';
import { normalizePassword } from '@memory-gateway/credentials';
import { isEmail, readName } from '../../src/resolvers/shared/text-fields.js';
import { collectFieldErrors } from '../../src/validate.js';
import { describePages, startDashboard, type DashboardApp } from './browser.js';
import { held } from './graphql.js';

const passes = (check: () => unknown): boolean => {
  try {
    check();
    return true;
  } catch {
    return false;
  }
};
const accepts = (rule: ZodMiniType, text: string) => safeParse(rule, text).success;

describe('the rules of forms are those of the server', () => {
  it.each(['', ' ', 'a', 'Ada Lovelace', 'x'.repeat(255), 'x'.repeat(256), '👩'.repeat(255), '👩'.repeat(256), ' x '])(
    'for the name %j',
    (text) => {
      const check = collectFieldErrors();
      readName(check, 'name', text);
      expect(accepts(name, text)).toBe(passes(() => check.throwIfAny()));
    },
  );

  it.each(['', 'ada', 'ada@', '@example.com', 'ada@example.com', ' ada@example.com ', 'a b@example.com', 'ada@-x.com'])(
    'for the email address %j',
    (text) => expect(accepts(email, text)).toBe(isEmail(text)),
  );

  it.each(['', '1234567', '12345678', 'é'.repeat(7), 'e\u0301'.repeat(8), 'x'.repeat(128), 'x'.repeat(129)])(
    'for the password %j',
    (text) => {
      expect(accepts(newPassword, text)).toBe(passes(() => normalizePassword(text)));
    },
  );
});

describePages('a form', () => {
  let app: DashboardApp;
  beforeAll(async () => {
    app = await startDashboard();
  });
  afterAll(() => app.close());

  it('says what is wrong at each field, focuses the first one, and sends nothing before all are right', async () => {
    const page = await app.signedIn('/dashboard/users');
    let sent = 0;
    page.on('request', (request) => {
      if (request.postData()?.includes('CreateUser')) sent += 1;
    });
    await page.getByRole('button', { name: 'Create user' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create user' });
    const create = () => dialog.getByRole('button', { name: 'Create' }).click();
    await create();
    expect(await dialog.getByText('Fill in this field.').count()).toBe(2);
    expect(await page.evaluate<string>('document.activeElement.name')).toBe('name');
    await dialog.locator('input[name=name]').fill('Kay');
    await dialog.locator('input[name=email]').fill('kay');
    await dialog.locator('input[name=password]').fill('short');
    await create();
    await dialog.getByText('Enter an email address, like ada@example.com.').waitFor();
    await dialog.getByText('Use 8 to 128 characters.').waitFor();
    expect(await dialog.locator('input[name=email]').getAttribute('aria-invalid')).toBe('true');
    expect(await page.evaluate<string>('document.activeElement.name')).toBe('email');
    expect(sent).toBe(0);

    await dialog.locator('input[name=email]').fill(app.admin.email);
    await dialog.locator('input[name=password]').fill('a long enough secret');
    await create();
    await dialog.locator('.mantine-InputWrapper-error').getByText('exists already').waitFor();
    expect(await page.evaluate<string>('document.activeElement.name')).toBe('email');
    expect(await dialog.getByRole('alert').count()).toBe(0);
    await dialog.locator('input[name=email]').fill('kay@example.com');
    await create();
    await page.getByRole('cell', { name: 'kay@example.com', exact: true }).waitFor();
    expect(sent).toBe(2);
    expect(app.problems).toEqual([]);
  });

  it('asks before a dialog with changes closes, and sends a double click once', async () => {
    const page = await app.signedIn('/dashboard/api-keys');
    let sent = 0;
    page.on('request', (request) => {
      if (request.postData()?.includes('CreateApiKey')) sent += 1;
    });
    const open = () => page.getByRole('button', { name: 'New key' }).click();
    const dialog = page.getByRole('dialog', { name: 'New API key' });
    const question = page.getByRole('dialog', { name: 'Discard your changes?' });
    const label = dialog.locator('input[name=label]');
    await open();
    await label.waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await open();
    await label.fill('Kitchen');
    await page.keyboard.press('Escape');
    await question.waitFor();
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'detached' });
    expect(await label.inputValue()).toBe('Kitchen');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await question.getByRole('button', { name: 'Discard' }).click();
    await dialog.waitFor({ state: 'detached' });
    await open();
    expect(await label.inputValue()).toBe('');
    await label.fill('Kitchen');
    await dialog.getByRole('button', { name: 'Create' }).dblclick();
    await page.getByRole('dialog', { name: 'API key created' }).getByTestId('secret').waitFor();
    expect(sent).toBe(1);
    expect(app.problems).toEqual([]);
  });

  it('keeps what was typed and what another user saved, when the server is away for a moment', async () => {
    const id = app.admin.projectId;
    const page = await app.signedIn('/dashboard/project');
    const description = page.locator('input[name=description]');
    const save = page.getByRole('button', { name: 'Save', exact: true });
    await description.fill('Kitchen talks');
    await held(app, 'mutation ($input: UpdateProjectInput!) { updateProject(input: $input) { __typename } }', {
      input: { id, customInstructions: 'Keep dishes.' },
    });
    await page.route('**/graphql', (route) => route.abort());
    await save.click();
    const alert = page.locator('form').getByRole('alert');
    await alert.waitFor();
    const isInView = `(() => {
      const { top, bottom } = document.querySelector('form [role=alert]').getBoundingClientRect();
      return top >= 0 && bottom <= window.innerHeight;
    })()`;
    await expect.poll(() => page.evaluate(isInView)).toBe(true);
    await page.unroute('**/graphql');
    await page.getByRole('region', { name: 'Last changes' }).getByText('Keep dishes.').waitFor();
    expect(await description.inputValue()).toBe('Kitchen talks');
    await save.click();
    await page.getByText('Settings saved').waitFor();
    const query = 'query ($id: ID!) { project(id: $id) { description customInstructions } }';
    expect(await held(app, query, { id })).toEqual({
      project: { description: 'Kitchen talks', customInstructions: 'Keep dishes.' },
    });
    await expect
      .poll(() => page.getByRole('textbox', { name: 'Custom instructions' }).inputValue())
      .toBe('Keep dishes.');
    expect(app.problems).toEqual([]);
  });

  /** Holds back a mutation. @returns a function that lets it go on */
  async function hold(page: Page, mutation: string): Promise<() => void> {
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/graphql', async (route) => {
      if (route.request().postData()?.includes(mutation)) await released;
      await route.fallback();
    });
    return release;
  }

  it('keeps what is typed while it is saved, and returns the focus to its button', async () => {
    const page = await app.signedIn('/dashboard/project');
    const description = page.locator('input[name=description]');
    await description.fill('First');
    const release = await hold(page, 'mutation UpdateProject');
    const save = page.getByRole('button', { name: 'Save', exact: true });
    await save.focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => save.isDisabled()).toBe(true);
    await description.fill('Second');
    await page.evaluate('document.activeElement.blur()');
    release();
    await page.getByText('Settings saved').waitFor();
    await expect.poll(() => page.evaluate<string>('document.activeElement.textContent')).toBe('Save');
    // The values of the server have arrived.
    await page.getByRole('region', { name: 'Last changes' }).getByText('First', { exact: true }).first().waitFor();
    expect(await description.inputValue()).toBe('Second');
    await save.click();
    const query = 'query ($id: ID!) { project(id: $id) { description } }';
    const id = app.admin.projectId;
    await expect.poll(() => held(app, query, { id })).toEqual({ project: { description: 'Second' } });
    expect(app.problems).toEqual([]);
  });

  it('leaves a dialog open that was opened while the one before was sent, and says if that failed', async () => {
    const page = await app.signedIn('/dashboard/users');
    const dialog = page.getByRole('dialog', { name: 'Create user' });
    const open = () => page.getByRole('button', { name: 'Create user' }).click();
    const fill = async (name: string) => {
      await dialog.locator('input[name=name]').fill(name);
      await dialog.locator('input[name=email]').fill(`${name}@example.com`);
    };
    const leave = async () => {
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('button', { name: 'Discard' }).click();
      await dialog.waitFor({ state: 'detached' });
    };
    for (const outcome of ['kim@example.com', 'exists already']) {
      const release = await hold(page, 'mutation CreateUser');
      await open();
      await fill('kim');
      await dialog.getByRole('button', { name: 'Create' }).click();
      await leave();
      await open();
      await fill('lee');
      release();
      await page.getByText(outcome).first().waitFor();
      const made = page.getByRole('dialog', { name: 'User created' });
      if (await made.isVisible()) await made.getByRole('button', { name: 'Done' }).click();
      expect(await dialog.locator('input[name=name]').inputValue()).toBe('lee');
      await leave();
      await page.unrouteAll();
    }
    expect(app.problems).toEqual([]);
  });
});
