import { z } from 'zod';
import { findNode, type FoundNode } from '../resolvers/node/find-node.js';
import { builder } from './builder.js';

export const Node = builder.interfaceRef<{ id: string | number }>('Node').implement({
  description: 'An object with an ID that is unique over all types, so that clients can cache objects by it.',
  fields: (t) => ({
    id: t.id({
      resolve: ({ id }) => String(id),
      description: 'ID of the object: a prefix that names its type, such as `org_`, or a UUID.',
    }),
  }),
  resolveType: (value) => typeNames.get(value) ?? null,
});

// Rows contain no type name, so it is stored next to them.
const typeNames = new WeakMap<object, string>();

const maxNodes = 100;

builder.queryFields((t) => ({
  node: t.field({
    type: Node,
    nullable: true,
    description: 'Finds an object by its ID. Null if you cannot see one.',
    args: { id: t.arg.id({ required: true, description: 'ID of any object that implements `Node`.' }) },
    resolve: async (_root, { id }, ctx) => remember(await findNode(ctx, { id })),
  }),
  nodes: t.field({
    type: [Node],
    nullable: { list: false, items: true },
    description: 'Finds objects by their IDs, in the order of the IDs. Null for each object that you cannot see.',
    args: {
      ids: t.arg.idList({
        required: true,
        description: `IDs of the objects to find, at most ${maxNodes}.`,
        validate: z.array(z.string()).max(maxNodes, `\`ids\` must have at most ${maxNodes} items.`),
      }),
    },
    complexity: (args) => ({ field: 1, multiplier: Math.max(1, args.ids.length) }),
    resolve: (_root, { ids }, ctx) => Promise.all(ids.map(async (id) => remember(await findNode(ctx, { id })))),
  }),
}));

function remember(found: FoundNode | null): FoundNode['row'] | null {
  if (!found) return null;
  typeNames.set(found.row, found.type);
  return found.row;
}
