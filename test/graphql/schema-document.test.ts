import {
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isSpecifiedScalarType,
  printSchema,
} from 'graphql';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { buildSchema } from '../../src/schema/index.js';

const schema = buildSchema();

describe('the schema', () => {
  it('equals the committed schema.graphql', () => {
    expect(`${printSchema(schema)}\n`).toBe(readFileSync(new URL('../../schema.graphql', import.meta.url), 'utf8'));
  });

  it('describes every type, field, argument and value', () => {
    expect(undescribed()).toEqual([]);
  });
});

function undescribed(): string[] {
  return Object.values(schema.getTypeMap()).flatMap((type) => {
    if (type.name.startsWith('__') || isSpecifiedScalarType(type)) return [];
    const missing = type.description ? [] : [type.name];
    if (isEnumType(type))
      missing.push(
        ...type
          .getValues()
          .filter((value) => !value.description)
          .map((value) => `${type.name}.${value.name}`),
      );
    if (isInputObjectType(type))
      missing.push(
        ...Object.values(type.getFields())
          .filter((field) => !field.description)
          .map((field) => `${type.name}.${field.name}`),
      );
    if (!isObjectType(type) && !isInterfaceType(type)) return missing;
    for (const field of Object.values(type.getFields())) {
      if (!field.description) missing.push(`${type.name}.${field.name}`);
      missing.push(
        ...field.args.filter((arg) => !arg.description).map((arg) => `${type.name}.${field.name}(${arg.name})`),
      );
    }
    return missing;
  });
}
