/**
 * A result without the errors of mutations that its document does not select: the server reports those in `errors`, so
 * the client throws them. An error that the document selects stays, as the caller's to handle.
 */
export type Payloads<Result> = { [Field in keyof Result]: Selected<Result[Field]> };

type Selected<Member> =
  Member extends Record<PropertyKey, never>
    ? never
    : [keyof Member, Member] extends ['__typename', { readonly __typename: `${string}Error` }]
      ? never
      : Member;
