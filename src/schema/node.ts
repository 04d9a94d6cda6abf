import { z } from 'zod';
import { findNode, type FoundNode } from '../resolvers/node/find-node.js';
import { builder } from './builder.js';

/** Anything that has an id of its own. */
export const Node = builder.interfaceRef<{ id: string }>('Node').implement({
  description: 'Anything with an id. The id is the same text in GraphQL and REST.',
  fields: (t) => ({ id: t.exposeID('id', { description: 'Id: `org_…`, `proj_…`, `wh_…`, or a UUID.' }) }),
  resolveType: (value) => typeNames.get(value) ?? null,
});

// Which type a row was found as: rows themselves carry no type name.
const typeNames = new WeakMap<object, string>();

const maxNodes = 100;

builder.queryFields((t) => ({
  node: t.field({
    type: Node,
    nullable: true,
    description: 'The thing with this id, or null when there is none that the caller may see.',
    args: {
      id: t.arg.id({
        required: true,
        description: 'Id of an organization, project, memory, event, API key or webhook.',
      }),
    },
    authScopes: { signedIn: true },
    resolve: async (_root, { id }, ctx) => remember(await findNode(ctx, { id })),
  }),
  nodes: t.field({
    type: [Node],
    nullable: { list: false, items: true },
    description: 'Several things at once, in the order of the ids; null for each that the caller may not see.',
    args: {
      ids: t.arg.idList({
        required: true,
        description: `At most ${maxNodes} ids.`,
        validate: z.array(z.string()).max(maxNodes, `At most ${maxNodes} ids at once.`),
      }),
    },
    authScopes: { signedIn: true },
    complexity: (args) => ({ field: 1, multiplier: Math.max(1, args.ids.length) }),
    resolve: (_root, { ids }, ctx) => Promise.all(ids.map(async (id) => remember(await findNode(ctx, { id })))),
  }),
}));

function remember(found: FoundNode | null): { id: string } | null {
  if (!found) return null;
  typeNames.set(found.row, found.type);
  return found.row;
}
