import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, it } from 'vitest';
import { startChild } from '../helpers/child-program.js';
import { migratedTemplate } from '../setup/embedded.js';

/** What `added-setting-child.ts` prints. */
interface Report {
  readonly changed: unknown;
  readonly patched: [number, unknown];
  readonly read: [number, unknown];
  readonly refused: [number, unknown];
  readonly document: { components: { schemas: Record<string, { properties: object }> } };
  readonly audited: { data: { auditLogs: { edges: { node: { changes: { icon: unknown } } }[] } } };
  readonly shown: unknown;
}

let report: Report;
beforeAll(async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'memory-gateway-setting-'));
  try {
    await cp(await migratedTemplate(), folder, { recursive: true });
    const { PATH = '' } = process.env;
    const env = {
      PATH,
      DATA_DIR: folder,
      JWT_SECRET: 'a-secret-of-the-test-suite-5d1f0c',
      LOG_LEVEL: 'silent',
      EMBEDDER: 'none',
    };
    const child = await startChild(new URL('added-setting-child.ts', import.meta.url), [], env);
    report = JSON.parse(await text(child.stdout)) as Report;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}, 120_000);

describe('an entry of the list of settings', () => {
  it('is a setting of a project in GraphQL', () => {
    expect(report.changed).toEqual({ data: { updateProject: { project: { icon: 'a lamp' } } } });
  });

  it('is a setting of a project in REST, with the limit of its kind', () => {
    expect(report.patched[0]).toBe(200);
    expect(report.read).toEqual([200, { icon: 'a boat' }]);
    expect(report.refused).toEqual([
      400,
      expect.objectContaining({ message: 'icon may have 50000 characters at most.' }),
    ]);
  });

  it('is in the OpenAPI document, with its description', () => {
    const { Project, UpdateProjectRequest } = report.document.components.schemas;
    expect(Project?.properties).toMatchObject({ icon: { description: 'Icon of the project.' } });
    expect(UpdateProjectRequest?.properties).toMatchObject({ icon: { description: 'New icon of the project.' } });
  });

  it('has its label and limit in the list that the form and the changes of the dashboard are made from', () => {
    expect(report.shown).toMatchObject({ name: 'icon', kind: 'text', label: 'Icon', limit: 50_000 });
  });

  it('is in the audit log, before and after', () => {
    expect(report.audited.data.auditLogs.edges.map(({ node }) => node.changes.icon)).toEqual([
      ['a lamp', 'a boat'],
      [null, 'a lamp'],
    ]);
  });
});
