import { isInputObjectType, isObjectType } from 'graphql';
import { expect, it } from 'vitest';
import { getDatamodel } from '@memory-gateway/database/pothos-types';
import { settingNames, shownSettings } from '../../src/project-settings.js';
import { toSnakeCase } from '../../src/snake-case.js';
import { buildSchema } from '../../src/schema/index.js';
import { projectColumns } from '../../src/stores/project/project-store.js';

it('lists every setting that the table of projects has, under the name of its column', () => {
  const { fields = [] } = getDatamodel().datamodel.models.Project ?? {};
  const columns = fields.filter(({ kind }) => kind !== 'object').map(({ name }) => name);
  const plain = ['id', 'organizationId', 'isDefault', 'createdAt', 'updatedAt', 'deletedAt'];
  expect(new Set(columns)).toEqual(new Set([...plain, ...settingNames]));
  expect(projectColumns).toContain(`p.${toSnakeCase('agentCustomInstructions')}`);
});

it('shows every setting but those of the hosted API in the type and the input of GraphQL', () => {
  const [type, input] = ['Project', 'UpdateProjectInput'].map((name) => buildSchema().getType(name));
  const shown = shownSettings().map(({ field }) => field);
  expect(isObjectType(type) && Object.keys(type.getFields())).toEqual(expect.arrayContaining(shown));
  expect(isInputObjectType(input) && Object.keys(input.getFields()).sort()).toEqual([...shown, 'id'].sort());
});
