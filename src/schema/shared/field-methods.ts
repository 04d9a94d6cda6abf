import {
  FieldBuilder,
  RootFieldBuilder,
  type FieldKind,
  type InputFieldMap,
  type InputRef,
  type InputShapeFromFields,
  type ObjectRef,
  type SchemaTypes,
} from '@pothos/core';
import type { GraphQLFieldResolver } from 'graphql';
import { pageSizeDefault, type Page, type PageArgs } from '../../page.js';

/** Names of the columns of a row whose values have this type. */
type NameOf<Row, Value> = { [Name in keyof Row]-?: Row[Name] extends Value ? Name : never }[keyof Row] & string;

/** A connection and the type of its rows. */
export interface ListType<Types extends SchemaTypes, Row> {
  readonly type: ObjectRef<Types, Row>;
  readonly connection: ObjectRef<Types, unknown>;
}

interface PageOptions<Types extends SchemaTypes, Parent, Row, Args extends InputFieldMap> {
  readonly description: string;
  readonly args?: Args;
  readonly resolve: GraphQLFieldResolver<
    Parent,
    Types['Context'],
    InputShapeFromFields<Args> & PageArgs,
    Promise<Page<NoInfer<Row>>>
  >;
}

declare global {
  // oxlint-disable-next-line typescript/no-namespace -- the builder finds its methods here
  export namespace PothosSchemaTypes {
    interface FieldBuilder<Types extends SchemaTypes, ParentShape, Kind extends FieldKind = FieldKind> {
      /** Exposes a time. */
      time(name: NameOf<ParentShape, Date>, description: string): FieldRef<Types, Date, Kind>;
      /** Exposes a time that can be null. */
      timeOrNull(
        name: NameOf<ParentShape, Date | null | undefined>,
        description: string,
      ): FieldRef<Types, Date | null | undefined, Kind>;
      /** Exposes a text that can be null. */
      stringOrNull(
        name: NameOf<ParentShape, string | null | undefined>,
        description: string,
      ): FieldRef<Types, string | null | undefined, Kind>;
      /** Exposes an ID that can be null. */
      idOrNull(
        name: NameOf<ParentShape, string | null | undefined>,
        description: string,
      ): FieldRef<Types, string | null | undefined, Kind>;
      /** Exposes a number that can be null. */
      intOrNull(
        name: NameOf<ParentShape, number | null | undefined>,
        description: string,
      ): FieldRef<Types, number | null | undefined, Kind>;
      floatOrNull(
        name: NameOf<ParentShape, number | null | undefined>,
        description: string,
      ): FieldRef<Types, number | null | undefined, Kind>;
    }
    interface RootFieldBuilder<Types extends SchemaTypes, ParentShape, Kind extends FieldKind = FieldKind> {
      /** Lists rows in pages, with the arguments and the cost of every connection. `resolve` returns a page. */
      page<Row, Args extends InputFieldMap = Record<never, never>>(
        list: ListType<Types, Row>,
        options: PageOptions<Types, ParentShape, Row, Args>,
      ): FieldRef<Types, unknown, Kind>;
      /** Defines the argument of a mutation. */
      inputArg<Shape>(type: InputRef<Shape>, description: string): { input: ArgumentRef<Types, Shape> };
    }
  }
}

const fields = FieldBuilder.prototype as PothosSchemaTypes.FieldBuilder<SchemaTypes, object>;
const rootFields = RootFieldBuilder.prototype as PothosSchemaTypes.RootFieldBuilder<SchemaTypes, object>;

fields.time = function time(name, description) {
  return this.expose(name, { type: 'DateTime', description } as never) as never;
};

for (const [method, type] of [
  ['timeOrNull', 'DateTime'],
  ['stringOrNull', 'String'],
  ['idOrNull', 'ID'],
  ['intOrNull', 'Int'],
  ['floatOrNull', 'Float'],
] as const)
  fields[method] = function exposeOrNull(name: never, description: string) {
    return this.expose(name, { type, nullable: true, description } as never) as never;
  };

rootFields.page = function page({ type, connection }, { resolve, ...options }) {
  const toPage = async (...given: Parameters<typeof resolve>) => toConnection(await resolve(...given));
  return this.connection(
    { ...options, type, complexity: connectionCost, resolve: toPage } as never,
    connection as never,
  );
};

rootFields.inputArg = function inputArg(type, description) {
  return { input: this.arg({ type, required: true, description }) };
};

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
function toConnection<Row>(page: Page<Row>) {
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
function connectionCost(args: PageArgs): { field: number; multiplier: number } {
  return { field: 1, multiplier: Math.max(1, Math.min(args.first ?? args.last ?? pageSizeDefault, 100)) };
}
