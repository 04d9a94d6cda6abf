import {
  FieldBuilder,
  RootFieldBuilder,
  type CompatibleTypes,
  type FieldKind,
  type InputFieldMap,
  type InputRef,
  type InputShapeFromFields,
  type ObjectRef,
  type SchemaTypes,
  type ShapeFromTypeParam,
  type TypeParam,
} from '@pothos/core';
import type { GraphQLFieldResolver } from 'graphql';
import { ForbiddenError, NotFoundError, ValidationError, type DomainError } from '../../errors.js';
import { pageSizeDefault, type Page, type PageArgs } from '../../page.js';

/** Names of the columns of a row whose values have this type. */
type NameOf<Row, Value> = { [Name in keyof Row]-?: Row[Name] extends Value ? Name : never }[keyof Row] & string;

/** A connection and the type of its rows. */
export interface ListType<Types extends SchemaTypes, Row> {
  readonly type: ObjectRef<Types, Row>;
  readonly connection: ObjectRef<Types, unknown>;
}

type ErrorClass = new (...args: never[]) => DomainError;

type ExposeOrNull<Types extends SchemaTypes, Row, Kind extends FieldKind, Value> = (
  name: NameOf<Row, Value | null | undefined>,
  description: string,
) => PothosSchemaTypes.FieldRef<Types, Value | null | undefined, Kind>;

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
      time(name: NameOf<ParentShape, Date>, description: string): FieldRef<Types, Date, Kind>;
      timeOrNull: ExposeOrNull<Types, ParentShape, Kind, Date>;
      stringOrNull: ExposeOrNull<Types, ParentShape, Kind, string>;
      idOrNull: ExposeOrNull<Types, ParentShape, Kind, string>;
      intOrNull: ExposeOrNull<Types, ParentShape, Kind, number>;
      floatOrNull: ExposeOrNull<Types, ParentShape, Kind, number>;
      /** Exposes a value of any type that can be null. */
      exposeOrNull<Type extends TypeParam<Types>>(
        name: CompatibleTypes<Types, ParentShape, Type, true>,
        type: Type,
        description: string,
      ): FieldRef<Types, ShapeFromTypeParam<Types, Type, true>, Kind>;
    }
    interface RootFieldBuilder<Types extends SchemaTypes, ParentShape, Kind extends FieldKind = FieldKind> {
      /** Lists rows in pages, with the arguments and the cost of every connection. `resolve` returns a page. */
      page<Row, Args extends InputFieldMap = Record<never, never>>(
        list: ListType<Types, Row>,
        options: PageOptions<Types, ParentShape, Row, Args>,
      ): FieldRef<Types, unknown, Kind>;
      /** Defines the argument `input`. */
      inputArg<Shape>(type: InputRef<Shape>, description: string): { input: ArgumentRef<Types, Shape> };
      /** Defines the argument and the errors of a mutation: invalid input, a missing role or object, and these others. */
      change<Shape>(
        type: InputRef<Shape>,
        description: string,
        others?: readonly ErrorClass[],
      ): { args: { input: ArgumentRef<Types, Shape> }; errors: { types: ErrorClass[] } };
    }
  }
}

const fields = FieldBuilder.prototype as PothosSchemaTypes.FieldBuilder<SchemaTypes, object>;
const rootFields = RootFieldBuilder.prototype as PothosSchemaTypes.RootFieldBuilder<SchemaTypes, object>;

fields.time = function time(name, description) {
  return this.expose(name, { type: 'DateTime', description } as never) as never;
};

// The compiler cannot reduce the options of an open type.
const nullable = (type: unknown, description: string) => ({ type, nullable: true, description }) as never;

fields.exposeOrNull = function exposeOrNull(...[name, type, description]) {
  return this.expose(name, nullable(type, description)) as never;
};

for (const [method, type] of [
  ['timeOrNull', 'DateTime'],
  ['stringOrNull', 'String'],
  ['idOrNull', 'ID'],
  ['intOrNull', 'Int'],
  ['floatOrNull', 'Float'],
] as const)
  fields[method] = function exposeTypeOrNull(name: never, description: string) {
    return this.expose(name, nullable(type, description)) as never;
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

rootFields.change = function change(type, description, others = []) {
  const types = [ValidationError, ForbiddenError, NotFoundError, ...others];
  return { args: this.inputArg(type, description), errors: { types } };
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
