import { pageSizeDefault, type Page, type PageArgs } from '../../page.js';
import { builder } from '../builder.js';

builder.globalConnectionField('totalCount', (t) =>
  t.int({
    description: 'Number of items of all pages, counted if selected.',
    complexity: 5,
    resolve: (connection) => connection.total(),
  }),
);

/** A class, because a getter in a literal is defined again for each row. */
class Edge<Row> {
  constructor(
    readonly node: Row,
    private readonly page: Page<Row>,
    private readonly index: number,
  ) {}

  get cursor(): string {
    return this.page.cursors[this.index] ?? '';
  }
}

/** Converts a page of a use case to a Relay connection. */
export function toConnection<Row>(page: Page<Row>) {
  return {
    total: page.total,
    edges: page.rows.map((node, index) => new Edge(node, page, index)),
    pageInfo: {
      hasNextPage: page.hasNextPage,
      hasPreviousPage: page.hasPreviousPage,
      get startCursor() {
        return page.cursors[0];
      },
      get endCursor() {
        return page.cursors.at(-1);
      },
    },
  };
}

/** Returns the cost of a connection: one point, plus its fields for each item that the page may contain. */
export function connectionCost(args: PageArgs): { field: number; multiplier: number } {
  return { field: 1, multiplier: Math.max(1, Math.min(args.first ?? args.last ?? pageSizeDefault, 100)) };
}
