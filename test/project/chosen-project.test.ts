import { beforeEach, describe, expect, it } from 'vitest';
import { getChosenProject, currentProject } from '../../src/resolvers/project/current-project.js';
import { createOrganization } from '../../src/resolvers/organization/create-organization.js';
import { updateViewer } from '../../src/resolvers/user/update-me.js';
import { createProject } from '../../src/resolvers/project/create-project.js';
import { deleteProject } from '../../src/resolvers/project/delete-project.js';
import { viewer } from '../../src/resolvers/viewer/get-viewer.js';
import {
  adminKey,
  as,
  defaultTenant,
  people,
  tenant,
  testServices,
  withKey,
  type People,
  type TestServices,
} from '../helpers/context.js';

let services: TestServices;
let cast: People;

beforeEach(async () => {
  services = await testServices();
  cast = await people(services);
});

describe('the project that a credential opens', () => {
  it('is that of a bound key, whatever else its owner has', async () => {
    const [first, second] = [
      await tenant(services, [[cast.ada, 'OWNER']]),
      await tenant(services, [[cast.ada, 'READER']]),
    ];
    const ctx = as(services, withKey(cast.ada, { projectId: second.projectId }));
    expect(await currentProject(ctx)).toMatchObject({
      projectId: second.projectId,
      organizationId: second.organizationId,
      role: 'READER',
    });
    expect(await getChosenProject(ctx)).toBe(second.projectId);
    expect(await getChosenProject(ctx, first.projectId)).toBe(first.projectId);
  });

  it('is the default project of the installation for admins who chose no other', async () => {
    const { projectId } = await defaultTenant(services);
    const other = await tenant(services, [[cast.ada, 'OWNER']]);
    for (const who of [cast.root, adminKey])
      expect((await currentProject(as(services, who))).projectId).toBe(projectId);
    await updateViewer(as(services, cast.root), { defaultProjectId: other.projectId });
    expect((await currentProject(as(services, cast.root))).projectId).toBe(other.projectId);
    await services.database.query('UPDATE projects SET deleted_at = now() WHERE id = $1', [other.projectId]);
    expect((await currentProject(as(services, cast.root))).projectId).toBe(projectId);
  });

  it('is the one that the user chose, as long as the user can see it', async () => {
    const [first, second] = [
      await tenant(services, [[cast.ada, 'OWNER']]),
      await tenant(services, [], [[cast.ada, 'READER']]),
    ];
    const current = async () => (await currentProject(as(services, cast.ada))).projectId;
    expect(await current()).toBe(first.projectId);
    await updateViewer(as(services, cast.ada), { defaultProjectId: second.projectId });
    expect(await current()).toBe(second.projectId);
    await services.database.query('DELETE FROM organization_members WHERE user_id = $1', [cast.ada.id]);
    await expect(current()).rejects.toMatchObject({ status: 404 });
    const hidden = await tenant(services, [[cast.bob, 'OWNER']]);
    for (const defaultProjectId of [hidden.projectId, 'proj_none'])
      await expect(updateViewer(as(services, cast.ada), { defaultProjectId })).rejects.toMatchObject({
        status: 404,
        message: 'Project not found.',
      });
  });

  it('is never a project that others added the user to; the first one that the user creates is', async () => {
    const { projectId, organizationId } = await defaultTenant(services);
    await services.database.query("INSERT INTO project_members (project_id, user_id, role) VALUES ($1, $2, 'OWNER')", [
      projectId,
      cast.eve.id,
    ]);
    await services.database.query(
      "INSERT INTO organization_members (organization_id, user_id, role) VALUES ($1, $2, 'OWNER')",
      [organizationId, cast.eve.id],
    );
    await expect(currentProject(as(services, cast.eve))).rejects.toMatchObject({ status: 404 });
    const own = await createOrganization(as(services, cast.eve), { name: 'Own' });
    const create = (name: string) => createProject(as(services, cast.eve), { organizationId: own.id, name });
    const [first] = [await create('First'), await create('Second')];
    expect((await currentProject(as(services, cast.eve))).projectId).toBe(first.id);
  });

  it('is none for a user without memberships, and the error says what to do', async () => {
    await expect(currentProject(as(services, cast.eve))).rejects.toMatchObject({
      status: 404,
      message: expect.stringMatching(/create one/i) as string,
    });
  });
});

describe('viewer', () => {
  it('shows who is calling and what that opens', async () => {
    const { projectId, organizationId } = await tenant(services, [[cast.ada, 'READER']]);
    const caller = withKey(cast.ada, { projectId });
    expect(await viewer(as(services, caller))).toMatchObject({
      mode: 'api_key',
      user: cast.ada,
      key: caller.key,
      isAdmin: false,
      project: { id: projectId, role: 'READER' },
      organization: { id: organizationId, role: 'READER' },
    });
  });

  it('shows nothing to a new user, and the organization to a member without a project', async () => {
    expect(await viewer(as(services, cast.eve))).toMatchObject({ project: null, organization: null });
    const { organizationId, projectId } = await tenant(services, [], [[cast.bob, 'OWNER']]);
    await deleteProject(as(services, cast.bob), { projectId });
    expect(await viewer(as(services, cast.bob))).toMatchObject({
      project: null,
      organization: { id: organizationId, role: 'OWNER' },
    });
  });
});
