import { documentLine } from './compact-documents.mjs';

/** Types that many operations repeat, declared once. */
const shared = `
type Maybe<T> = T | null | undefined;
type Connection<T> = { totalCount?: number, edges: Array<{ cursor: string, node: T }>, pageInfo: PageInfoPartsFragment };
type MutationVariables<T> = Exact<{ input: T; idempotencyKey?: Maybe<string> }>;
type PageVariables<T = unknown> = Exact<T & { first?: Maybe<number>; after?: Maybe<string>; last?: Maybe<number>; before?: Maybe<string>; withTotal?: Maybe<boolean> }>;
type MutationError = ConflictErrorFields | ForbiddenErrorFields | NotFoundErrorFields | ValidationErrorFields;
`;

/** Names the error members that most results repeat, which shortens the types by a third. */
function nameErrors(source) {
  const repeated =
    /\{ __typename: '(\w+Error)', code: ErrorCode, message: string(?:, fields: Array<\{ field: string, messages: Array<string> \}>)? \}/g;
  const names = new Map();
  const body = source.replace(repeated, (text, name) => {
    names.set(`${name}Fields`, text);
    return `${name}Fields`;
  });
  return `${body}\n${[...names].map(([name, text]) => `type ${name} = ${text};`).join('\n')}\n`;
}

/** Replaces a result that equals a fragment with the fragment's type. */
function nameFragments(source) {
  const fragments = [...source.matchAll(/^export type (\w+Fragment) = (\{ .* \});$/gm)].sort(
    (left, right) => right[2].length - left[2].length,
  );
  return fragments.reduce((text, [, name, body]) => {
    const [before, after] = text.split(`export type ${name} = ${body};`);
    if (after === undefined) return text;
    return `${before.replaceAll(body, name)}export type ${name} = ${body};${after.replaceAll(body, name)}`;
  }, source);
}

/** Replaces the four error members of mutation results with one name. */
function nameMutationErrors(source) {
  const members = ['Conflict', 'Forbidden', 'NotFound', 'Validation'].map((name) => `\n | ${name}ErrorFields`);
  return source.replace(/^export type \w+Mutation = \{ \w+:(?:\n \| .*)+\n \};$/gm, (text) => {
    if (!members.every((member) => text.includes(`${member}\n`))) return text;
    const rest = members.reduce((left, member) => left.replace(`${member}\n`, '\n'), text);
    return rest.replace(/\n \};$/, '\n | MutationError };').replace(/\n \| /g, ' | ');
  });
}

/** Replaces variables and connections with their shared types. */
function nameSharedTypes(source) {
  const optional = (name, type) => ` ${name}\\?: Maybe<${type}>;\n`;
  const page = ['first:number', 'after:string', 'last:number', 'before:string', 'withTotal:boolean']
    .map((pair) => optional(...pair.split(':')))
    .join('');
  return source
    .replace(/\?: (.+) \| null \| undefined;$/gm, '?: Maybe<$1>;')
    .replace(/Exact<\{\n input: (\w+);\n idempotencyKey\?: Maybe<string>;\n\}>/g, 'MutationVariables<$1>')
    .replace(new RegExp(`Exact<\\{\n${page}\\}>`, 'g'), 'PageVariables')
    .replace(new RegExp(`Exact<(\\{\n(?: .*\n)*?)${page}\\}>`, 'g'), 'PageVariables<$1}>')
    .replace(
      /\{ totalCount\?: number, edges: Array<\{ cursor: string, node: (\w+) \}>, pageInfo: PageInfoPartsFragment \}/g,
      'Connection<$1>',
    );
}

/** Removes spaces around punctuation and semicolons at ends of lines, a tenth of the file. Editors format types and descriptions when they show them. */
function removeSpaces(source) {
  return source
    .split('\n')
    .map((line) => line.trimStart())
    .map((line) => {
      if (line.startsWith('/**')) return line.replace(/^\/\*\* /, '/**').replace(/ \*\/$/, '*/');
      return line.startsWith('import ') ? line : line.replace(/ ?([:,|={}]) /g, '$1').replace(/ (?=[|}])/g, '');
    })
    .map((line) => line.replace(/;$/, ''))
    .join('\n');
}

/** Declares documents that follow each other in one statement. */
function joinDeclarations(source) {
  return source.replace(/(?:^export declare const [^\n]*;\n){2,}/gm, (lines) =>
    lines.replace(/;\nexport declare const /g, ',\n'),
  );
}

/** Returns the types of the generated module from its source, because the compiler would write out every document. */
export function compactTypes(source) {
  const declared = source
    .replace(documentLine, 'export declare const $1: $3;')
    .replace(/^ +/gm, ' ')
    .replace(/\n{2,}/g, '\n')
    // Names of enum values say their meaning; their descriptions are 12 kB.
    .replace(/ \/\*\*[^\n]*\*\/\n(?= \| ')/g, '')
    .replace(/\n \| (?=')/g, ' | ')
    // The names of these types say the same.
    .replace(/^\/\*\* (?:Input for `\w+`|(?:Type|Status|Kind|Role) of [a-z ]+)\. \*\/\n/gm, '');
  const named = nameMutationErrors(nameSharedTypes(nameFragments(nameErrors(joinDeclarations(declared)))));
  return removeSpaces(named + shared.trimStart());
}
