import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  AuthenticationError,
  MemoryClient,
  MemoryError,
  MemoryNotFoundError,
  MemoryQuotaExceededError,
  NetworkError,
  RateLimitError,
  ValidationError,
} from './client.js';
import { clientApp } from './client-app.js';
import { readingMethods, writingMethods } from './client-methods.js';

const app = clientApp();
const methods = { ...readingMethods, ...writingMethods };
// This method wraps every error without its status.
const wrapping = ['deleteUsers'];

describe('the methods of the unmodified mem0ai client', () => {
  it('are 29, each of them with tests of its own', () => {
    const published = Object.getOwnPropertyNames(MemoryClient.prototype).filter(
      (name) => name !== 'constructor' && !name.startsWith('_'),
    );
    expect(published).toHaveLength(29);
    const folder = fileURLToPath(new URL('.', import.meta.url));
    const texts = readdirSync(folder)
      .filter((name) => /^mem0ai-.*\.test\.ts$/.test(name))
      .map((name) => readFileSync(`${folder}${name}`, 'utf8'));
    const tested = texts.flatMap((text) => [...text.matchAll(/^ {2}it\('([a-z]\w*): /gim)].map(([, name]) => name));
    expect(tested.sort()).toEqual([...published].sort());
    expect(Object.keys(methods).sort()).toEqual([...published].sort());
  });
});

describe('the errors of the unmodified mem0ai client', () => {
  // The client logs the ping that it sends on creation.
  beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined));
  afterEach(() => void vi.restoreAllMocks());

  it('401: every method throws AuthenticationError when its key was revoked', async () => {
    const { client, id } = await app.withNewKey();
    await client.ping();
    await app.test.as(app.test.admin.apiKey).rest('DELETE', `/api-keys/${id}`);
    for (const [name, call] of Object.entries(methods)) {
      const error: unknown = await call(client).catch((thrown: unknown) => thrown);
      if (wrapping.includes(name)) expect(String(error), name).toMatch(/Failed to delete .*"detail":"[^"]+"/);
      else
        expect(error, name).toMatchObject({
          name: 'AuthenticationError',
          errorCode: 'HTTP_401',
          message: expect.stringMatching(/"detail":"[^"]+"/),
          suggestion: expect.any(String),
        });
    }
  });

  it('403: every method that writes throws AuthenticationError for a READER; methods that read work', async () => {
    const client = await app.reader();
    for (const [name, call] of Object.entries(writingMethods)) {
      const error: unknown = await call(client).catch((thrown: unknown) => thrown);
      // A missing object is 404 for every caller.
      const expected = wrapping.includes(name)
        ? { message: expect.stringMatching(/READER|OWNER|role|allow|permission|only/i) as string }
        : { errorCode: expect.stringMatching(/^HTTP_40[34]$/) as string };
      expect(error, name).toMatchObject(expected);
    }
    for (const name of [
      'add',
      'deleteAll',
      'updateProject',
      'createWebhook',
      'updateProfileSettings',
      'batchUpdate',
      'batchDelete',
    ]) {
      const error: unknown = await writingMethods[name]?.(client).catch((thrown: unknown) => thrown);
      expect(error, name).toBeInstanceOf(AuthenticationError);
      expect(error, name).toMatchObject({ errorCode: 'HTTP_403' });
    }
    for (const [name, call] of Object.entries(readingMethods)) {
      const error: unknown = await call(client).then(
        () => null,
        (thrown: unknown) => thrown,
      );
      // Webhook URLs may contain secrets, so only callers who may change webhooks see them.
      const kind = name === 'getWebhooks' ? AuthenticationError : MemoryNotFoundError;
      if (error !== null) expect(error, name).toBeInstanceOf(kind);
    }
  });

  it('409: ValidationError when the state forbids it: too many webhooks', async () => {
    const make = () => writingMethods.createWebhook?.(app.client);
    const outcomes: unknown[] = [];
    for (let n = 0; n < 60 && outcomes.length === 0; n += 1)
      await make()?.catch((error: unknown) => outcomes.push(error));
    expect(outcomes[0]).toBeInstanceOf(ValidationError);
    expect(outcomes[0]).toMatchObject({ errorCode: 'HTTP_409' });
  });

  it('422: ValidationError when a key was used for another request', async () => {
    for (const userId of ['rosa', 'kay']) await app.remember('I play football', { userId });
    await app.client.updateProfileSettings({ enabled: true });
    await app.client.generateProfile({ entityId: 'rosa', idempotencyKey: 'one-key-for-two' });
    const error: unknown = await app.client
      .generateProfile({ entityId: 'kay', idempotencyKey: 'one-key-for-two' })
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ValidationError);
    expect(error).toMatchObject({ errorCode: expect.stringMatching(/^HTTP_4(09|22)$/) });
  });

  it('413: MemoryQuotaExceededError for more than a request may hold', async () => {
    await expect(app.remember('x'.repeat(2_200_000))).rejects.toBeInstanceOf(MemoryQuotaExceededError);
  });

  it('429: RateLimitError for too many attempts to sign in', async () => {
    const attempt = () =>
      app.client._fetchWithErrorHandling(`${app.client.host}/auth/login`, {
        method: 'POST',
        headers: app.client.headers,
        body: JSON.stringify({ email: 'nobody@example.com', password: 'wrong' }),
      }) as Promise<unknown>;
    const errors: unknown[] = [];
    for (let n = 0; n < 11; n += 1) await attempt().catch((error: unknown) => errors.push(error));
    expect(errors[0]).toBeInstanceOf(AuthenticationError);
    expect(errors.at(-1)).toBeInstanceOf(RateLimitError);
  });

  it('500: MemoryError for a defect, which shows only an id', async () => {
    vi.spyOn(app.test.app.services.database, 'query').mockRejectedValue(new TypeError('secret detail'));
    const error: unknown = await app.client.getAll({ filters: { user_id: 'rosa' } }).catch((thrown: unknown) => thrown);
    vi.restoreAllMocks();
    expect(error).toMatchObject({
      name: 'MemoryError',
      errorCode: 'HTTP_500',
      message: expect.not.stringContaining('secret'),
    });
    expect(error).toBeInstanceOf(MemoryError);
  });

  it('503: NetworkError when the database is away', async () => {
    const away = Object.assign(new Error('away'), { name: 'DatabaseUnavailableError' });
    vi.spyOn(app.test.app.services.database, 'query').mockRejectedValue(away);
    const error: unknown = await app.client.getAll({ filters: { user_id: 'rosa' } }).catch((thrown: unknown) => thrown);
    vi.restoreAllMocks();
    expect(error).toMatchObject({ errorCode: 'HTTP_503' });
    expect(error).toBeInstanceOf(NetworkError);
  });
});
