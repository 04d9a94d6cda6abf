import pg from 'pg';

/** The role under which statements of tenants run. It cannot log in. Databases on one cluster share it. */
export const TENANT_ROLE = 'memory_gateway_tenant';

/** The caller whose rows a unit of work may see. `keyProjectId` restricts the caller's projects to one. */
export interface Tenant {
  readonly userId: string;
  readonly keyProjectId: string | null;
}

/** A statement that is sent along with another one, in the same transaction and round trip. */
export interface Step {
  readonly name: string;
  readonly text: string;
  readonly values: readonly (string | null)[];
  /** Receives the values of each row. */
  readonly onRow?: (values: readonly string[]) => void;
  /** Receives the error of this step. Steps and statements after it have not run. */
  readonly onError?: (error: Error) => void;
}

/** What to send before and after a statement. */
export interface Escort {
  readonly before: readonly Step[];
  readonly after: readonly Step[];
  /** False behind a pooler that shares sessions, where names of prepared statements collide. */
  readonly isPrepared: boolean;
  /** Whether a step failed because the memberships of the caller had changed since they were read. If so, nothing has run. */
  readonly isOutdated?: () => boolean;
}

/** A query as the pool's connections take it. The driver's types do not know `escort`. */
export interface QueryWithEscort extends pg.QueryConfig {
  readonly escort?: Escort | undefined;
}

// Steps that a connection has prepared.
const preparedSteps = new WeakMap<WireConnection, Set<string>>();

// The driver's types omit the methods that its classes share.
type Row = { fields: string[] };
interface DriverQuery {
  name: string | undefined;
  portal: string;
  queryMode: string;
  prepare(connection: WireConnection): void;
  handleDataRow(message: Row): void;
  handleCommandComplete(message: unknown, connection: WireConnection): void;
  handleReadyForQuery(connection: WireConnection): void;
  handleError(error: Error, connection: WireConnection): void;
}
interface WireConnection {
  parse(statement: { name: string; text: string }): void;
  bind(portal: { portal: string; statement: string; values: readonly (string | null)[] }): void;
  execute(portal: { portal: string }): void;
  close(statement: { type: 'S'; name: string }): void;
  sync(): void;
}
type DriverQueryClass = new (config: object, values?: unknown, callback?: unknown) => DriverQuery;

/**
 * A query with an {@link Escort}: all statements go out before one Sync message, so that they are one transaction and cost one round
 * trip. Only the rows of the query itself are returned.
 */
export class EscortedQuery extends (pg.Query as unknown as DriverQueryClass) {
  readonly #escort: Escort;
  readonly #parsed: string[] = [];
  #completed = 0;

  constructor(config: object, escort: Escort, callback: (error: Error | null, result: unknown) => void) {
    super(config, undefined, callback);
    this.queryMode = 'extended';
    this.#escort = escort;
  }

  override prepare(connection: WireConnection): void {
    for (const step of this.#escort.before) this.#send(connection, step);
    super.prepare(connection);
  }

  /** Called by the driver in place of its own method: execute and sync. */
  _getRows(connection: WireConnection): void {
    connection.execute({ portal: this.portal });
    for (const step of this.#escort.after) this.#send(connection, step);
    connection.sync();
  }

  override handleDataRow(message: Row): void {
    if (this.#completed === this.#escort.before.length) super.handleDataRow(message);
    else this.#stepAt(this.#completed)?.onRow?.(message.fields);
  }

  override handleCommandComplete(message: unknown, connection: WireConnection): void {
    if (this.#completed === this.#escort.before.length) super.handleCommandComplete(message, connection);
    this.#completed += 1;
  }

  override handleError(error: Error, connection: WireConnection): void {
    this.#stepAt(this.#completed)?.onError?.(error);
    super.handleError(error, connection);
  }

  override handleReadyForQuery(connection: WireConnection): void {
    const known = preparedSteps.get(connection) ?? new Set();
    for (const name of this.#parsed) known.add(name);
    preparedSteps.set(connection, known);
    super.handleReadyForQuery(connection);
  }

  /** The step that runs when this many steps and statements have completed. Undefined: the query itself. */
  #stepAt(completed: number): Step | undefined {
    const { before, after } = this.#escort;
    return before[completed] ?? after[completed - before.length - 1];
  }

  #send(connection: WireConnection, { name, text, values }: Step): void {
    const statement = this.#escort.isPrepared ? name : '';
    if (!preparedSteps.get(connection)?.has(statement)) this.#parse(connection, { statement, text });
    connection.bind({ portal: '', statement, values });
    connection.execute({ portal: '' });
  }

  #parse(connection: WireConnection, { statement, text }: { statement: string; text: string }): void {
    // The driver takes the first response to a Parse message as the one to its own statement.
    this.name = undefined;
    // A former attempt may have failed after the statement was prepared. Closing an unknown name is no error.
    if (statement !== '') {
      connection.close({ type: 'S', name: statement });
      this.#parsed.push(statement);
    }
    connection.parse({ name: statement, text });
  }
}
