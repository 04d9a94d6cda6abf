import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { idle } from '../deletion/helpers.js';
import { addMemories, createProject, stored } from '../export/exported-memories.js';
import { describePages, startDashboard, type DashboardApp } from './browser.js';
import { chooseOption } from './select.js';

describePages('a file of the exports page', () => {
  let app: DashboardApp;
  beforeAll(async () => {
    app = await startDashboard();
  });
  beforeEach(() => app.reset());
  afterAll(() => app.close());

  it.each(['JSON', 'JSONL', 'CSV'])('keeps every field when the import page reads it again: %s', async (format) => {
    await addMemories(app);
    const page = await app.signedIn('/dashboard/exports');
    await page.getByRole('button', { name: 'New export' }).click();
    await chooseOption(page.getByLabel('Format'), format);
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download' }).click(),
    ]);
    const projectId = await createProject(app, format);
    await page.goto(`${app.url}/dashboard/${app.admin.orgId}/${projectId}/import`);
    const name = file.suggestedFilename();
    const path = await file.path();
    await page
      .locator('input[type=file]')
      .setInputFiles({ name, mimeType: 'text/plain', buffer: await readFile(path) });
    await page.getByText('2 to import').waitFor();
    const preview = page.getByRole('table', { name: 'Preview' });
    const shown = preview.getByRole('row').filter({ hasText: 'Rosa' });
    for (const value of ['Nurse "Bea"', 'appointments', '2099-12-31', '2023-11-14 22:13', '"plan":"free"', 'Yes'])
      await shown.getByText(value).first().waitFor();
    await page.getByRole('button', { name: 'Import 2 memories' }).click();
    await page.getByRole('heading', { name: 'Import finished' }).waitFor();
    await idle(app.app.services);
    expect(await stored(app, projectId)).toEqual(await stored(app, app.admin.projectId));
    expect(app.problems).toEqual([]);
  });
});
