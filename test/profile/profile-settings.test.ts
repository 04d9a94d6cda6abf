import { beforeEach, describe, expect, it } from 'vitest';
import type { AppContext } from '../../src/context.js';
import { readProfileSchema } from '@memory-gateway/memory-engine';
import { getProfileSettings, updateProfileSettings } from '../../src/resolvers/profile/profile-settings.js';
import { as, people, tenant, testServices, type People, type TestServices } from '../helpers/context.js';
import { schema } from './helpers.js';

let services: TestServices;
let folk: People;
let projectId: string;
let ada: AppContext;

beforeEach(async () => {
  services = await testServices();
  folk = await people(services);
  ({ projectId } = await tenant(services, [
    [folk.ada, 'OWNER'],
    [folk.bob, 'READER'],
  ]));
  ada = as(services, folk.ada);
});

describe('settings of profiles', () => {
  it('change one by one, and are cleared by null', async () => {
    expect(await getProfileSettings(ada, { projectId })).toEqual({
      enabled: true,
      schema: null,
      customInstructions: null,
    });
    await updateProfileSettings(ada, { projectId, schema, customInstructions: 'Be kind' });
    expect(await updateProfileSettings(ada, { projectId, enabled: false })).toEqual({
      enabled: false,
      schema,
      customInstructions: 'Be kind',
    });
    expect(await updateProfileSettings(ada, { projectId, schema: null })).toEqual({
      enabled: false,
      schema: null,
      customInstructions: 'Be kind',
    });
  });

  it('take schemas alone whose properties are all described', () => {
    expect(readProfileSchema(schema)).toEqual(schema);
    const inner = {
      type: 'object',
      properties: { home: { description: 'Where.', type: 'object', properties: { zip: { type: 'string' } } } },
    };
    expect(() => readProfileSchema(inner)).toThrow('home.zip');
    expect(() => readProfileSchema({ properties: { a: { description: 'x'.repeat(45_000) } } })).toThrow(
      '10,000 tokens',
    );
    expect(() => readProfileSchema({ properties: { a: { description: ' ' } } })).toThrow('a has none');
  });
});
