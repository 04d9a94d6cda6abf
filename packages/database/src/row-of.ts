/** A row of a Prisma query, without the columns whose types the server knows better than the database. */
export type RowOf<Payload, Known extends keyof Payload> = Readonly<Omit<Payload, Known>>;

/** New values of some columns. Absent and undefined keep a value. */
export type ChangesOf<Row> = { readonly [Column in keyof Row]?: Row[Column] | undefined };
