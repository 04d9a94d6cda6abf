import { describe, expect, it } from 'vitest';
import { AuthenticationError, MemoryNotFoundError, ValidationError, WebhookEvent } from './client.js';
import { clientApp, nowhere, time } from './client-app.js';

const app = clientApp();
const hook = {
  name: 'Changes',
  url: 'https://hook.invalid/x',
  eventTypes: [WebhookEvent.MEMORY_ADDED, WebhookEvent.MEMORY_CATEGORIZED],
};

describe('the unmodified mem0ai client, on its project and webhooks', () => {
  it('getProject: reads it, in whole or in part', async () => {
    const { projectId, email } = app.test.admin;
    expect(await app.client.getProject({})).toMatchObject({
      projectId,
      name: expect.any(String),
      customInstructions: null,
      agentCustomInstructions: null,
      multilingual: false,
      decay: false,
      isDefault: true,
      userRole: 'OWNER',
      members: [{ username: expect.any(String), role: 'OWNER', email }],
      createdAt: time,
      updatedAt: time,
    });
    expect(await app.client.getProject({ fields: ['customInstructions', 'decay', 'nothing'] })).toEqual({
      customInstructions: null,
      decay: false,
    });
  });

  it('updateProject: changes what is given', async () => {
    const changes = {
      customInstructions: 'Be brief',
      agentCustomInstructions: 'Be kind',
      customCategories: [{ someName: 'A category' }],
      multilingual: true,
      decay: true,
      memoryDepth: 'deep',
      usecaseSetting: 3,
      version: 'v2',
    };
    expect(await app.client.updateProject(changes)).toEqual({ message: 'Project updated successfully' });
    expect(await app.client.getProject({ fields: Object.keys(changes) })).toEqual(changes);
    await expect(app.client.updateProject({ multilingual: 'yes' as unknown as boolean })).rejects.toBeInstanceOf(
      ValidationError,
    );
    await expect((await app.reader()).updateProject({ decay: true })).rejects.toBeInstanceOf(AuthenticationError);
  });

  it('createWebhook: answers it with its secret, once', async () => {
    const made = await app.client.createWebhook(hook);
    expect(made).toEqual({
      webhookId: expect.any(String),
      name: 'Changes',
      url: hook.url,
      eventTypes: ['memory_add', 'memory_categorize'],
      isActive: true,
      owner: expect.any(String),
      project: expect.any(String),
      createdAt: time,
      updatedAt: time,
      signingSecret: expect.stringMatching(/^whsec_/),
    });
    await expect(app.client.createWebhook({ ...hook, url: 'ftp://x' })).rejects.toBeInstanceOf(ValidationError);
    await expect(app.client.createWebhook({ ...hook, eventTypes: ['no_event' as WebhookEvent] })).rejects.toMatchObject(
      { errorCode: 'HTTP_400', message: expect.stringContaining('event_types') },
    );
    await expect((await app.reader()).createWebhook(hook)).rejects.toMatchObject({ errorCode: 'HTTP_403' });
  });

  it('getWebhooks: lists all of them, of its project or of another', async () => {
    const { signingSecret: _once, ...made } = (await app.client.createWebhook(hook)) as unknown as Record<
      string,
      unknown
    >;
    for (let n = 1; n < 5; n += 1) await app.client.createWebhook({ ...hook, name: `Changes ${n}` });
    const listed = await app.client.getWebhooks();
    expect(listed).toHaveLength(5);
    expect(listed).toContainEqual(made);
    expect(await app.client.getWebhooks({ projectId: await app.project('Other') })).toEqual([]);
    await expect(app.client.getWebhooks({ projectId: 'nowhere' })).rejects.toMatchObject({ errorCode: 'HTTP_403' });
  });

  it('updateWebhook: changes what is given', async () => {
    const { webhookId = '' } = await app.client.createWebhook(hook);
    expect(
      await app.client.updateWebhook({ webhookId, name: 'Deletions', eventTypes: [WebhookEvent.MEMORY_DELETED] }),
    ).toEqual({ message: 'Webhook updated successfully' });
    expect(await app.client.getWebhooks()).toMatchObject([
      { webhookId, name: 'Deletions', url: hook.url, eventTypes: ['memory_delete'] },
    ]);
    await expect(app.client.updateWebhook({ webhookId, url: 'no url' })).rejects.toBeInstanceOf(ValidationError);
    await expect(app.client.updateWebhook({ webhookId: nowhere, name: 'x' })).rejects.toBeInstanceOf(
      MemoryNotFoundError,
    );
  });

  it('deleteWebhook: removes it, by object or id', async () => {
    for (const form of [
      (webhookId: string) => ({ webhookId }),
      (webhookId: string) => webhookId as unknown as { webhookId: string },
    ]) {
      const { webhookId = '' } = await app.client.createWebhook(hook);
      expect(await app.client.deleteWebhook(form(webhookId))).toEqual({ message: 'Webhook deleted successfully' });
      await expect(app.client.deleteWebhook(form(webhookId))).rejects.toBeInstanceOf(MemoryNotFoundError);
    }
    expect(await app.client.getWebhooks()).toEqual([]);
  });
});
