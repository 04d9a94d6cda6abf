import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.js';
import { graphql } from './callers.js';

let gateway: TestApp;
beforeAll(async () => {
  gateway = await startTestApp();
});
afterAll(() => gateway.close());

async function write<Payload>(name: string, input: object, fields: string): Promise<Payload> {
  const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  const document = `mutation ($input: ${type}Input!) { ${name}(input: $input) { ... on ${type}Payload { ${fields} } } }`;
  return (await graphql<Record<string, Payload>>(gateway, document, { input }))[name] as Payload;
}

const readChain = async (args: string) =>
  (
    await graphql<{ auditChain: { rowCount: number; isVerified: boolean } }>(
      gateway,
      `{ auditChain${args} { rowCount isVerified } }`,
    )
  ).auditChain;

it('auditChain verifies the chain of organizationId, and that of the installation without it', async () => {
  const created = await write<{ organization: { id: string } }>(
    'createOrganization',
    { name: 'Harbour' },
    'organization { id }',
  );
  const organizationId = created.organization.id;
  const args = `(organizationId: "${organizationId}")`;
  const ofOrganization = async () => (await readChain(args)).rowCount;
  await expect.poll(ofOrganization).toBeGreaterThan(0);
  const [before, ofInstallation] = [await readChain(args), await readChain('')];
  for (const name of ['North', 'South']) await write('createProject', { name, organizationId }, 'project { id }');
  await expect.poll(ofOrganization).toBe(before.rowCount + 2);
  expect(await readChain(args)).toEqual({ rowCount: before.rowCount + 2, isVerified: true });
  expect(await readChain('')).toEqual(ofInstallation);
});

it('auditChain of an organization that does not exist is not found', async () => {
  const query = '{ auditChain(organizationId: "org_unknown") { rowCount } }';
  const { body } = await gateway.as(gateway.admin.apiKey).rest<{
    data: { auditChain: null };
    errors: { extensions: { code: string } }[];
  }>('POST', '/graphql', { query });
  expect(body.data).toEqual({ auditChain: null });
  expect(body.errors.map(({ extensions }) => extensions.code)).toEqual(['NOT_FOUND']);
});
