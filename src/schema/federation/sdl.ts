import { Kind, parse, print, printSchema, type ConstDirectiveNode, type GraphQLSchema } from 'graphql';
import { sharedTypes } from './names.js';

const link = 'extend schema @link(url: "https://specs.apollo.dev/federation/v2.3", import: ["@key", "@shareable"])';

const shareable: ConstDirectiveNode = { kind: Kind.DIRECTIVE, name: { kind: Kind.NAME, value: 'shareable' } };
const key: ConstDirectiveNode = {
  kind: Kind.DIRECTIVE,
  name: { kind: Kind.NAME, value: 'key' },
  arguments: [
    {
      kind: Kind.ARGUMENT,
      name: { kind: Kind.NAME, value: 'fields' },
      value: { kind: Kind.STRING, value: 'id' },
    },
  ],
};

/**
 * Prints the schema document of a subgraph: the schema with the directives of Apollo Federation 2.
 * @param entities names of the types that other subgraphs may refer to by `id`
 */
export function printSubgraph(schema: GraphQLSchema, entities: ReadonlySet<string>): string {
  const { definitions } = parse(printSchema(schema), { noLocation: true });
  const marked = definitions.map((definition) => {
    if (definition.kind !== Kind.OBJECT_TYPE_DEFINITION) return definition;
    const { value: name } = definition.name;
    if (entities.has(name)) return { ...definition, directives: [key] };
    return sharedTypes.has(name) ? { ...definition, directives: [shareable] } : definition;
  });
  return `${link}\n\n${print({ kind: Kind.DOCUMENT, definitions: marked })}`;
}
