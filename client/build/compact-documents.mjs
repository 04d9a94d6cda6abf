import { print, stripIgnoredCharacters } from 'graphql';

/** Matches a document in the output of graphql-codegen: its name, syntax tree and type. */
export const documentLine = /^export const (\w+) = (\{"kind":"Document".*\}) as unknown as (DocumentNode<.*>);$/gm;

/** Text that most lists and mutations repeat. The package contains each phrase once. */
const phrases = Object.entries({
  pageVariables: '$first:Int$after:String$last:Int$before:String$withTotal:Boolean=false',
  pageArguments: 'first:$first after:$after last:$last before:$before',
  beginPage: '{totalCount@include(if:$withTotal)edges{cursor node{',
  endPage: '}}pageInfo{...PageInfoParts}}',
  inputVariables: 'Input!$idempotencyKey:String){',
  inputArguments: '(input:$input idempotencyKey:$idempotencyKey){__typename ...on ',
  endMutation: '...on Error{...ErrorParts}}}',
});

/** Returns a JavaScript expression for the text, with phrases replaced by their constants. */
function toExpression(text, remaining = phrases) {
  const [phrase, ...others] = remaining;
  if (phrase === undefined) return JSON.stringify(text);
  const [name, repeated] = phrase;
  return text
    .split(repeated)
    .map((part) => (part === '' ? [] : [toExpression(part, others)]))
    .reduce((left, right) => [...left, name, ...right])
    .join(' + ');
}

/**
 * Replaces syntax trees of documents with their text, a fifteenth of the size. Shares fragments, so that bundlers can
 * drop unused documents.
 */
export function compactDocuments(source) {
  const fragments = new Map();
  const toText = (definition) => stripIgnoredCharacters(print(definition));
  const toPart = (definition) => {
    if (definition.kind !== 'FragmentDefinition') return toExpression(toText(definition));
    const name = `fragment${definition.name.value}`;
    fragments.set(name, JSON.stringify(toText(definition)));
    return name;
  };
  const body = source.replace(documentLine, (_line, name, json) => {
    const parts = JSON.parse(json).definitions.map(toPart);
    return `export const ${name} = /*#__PURE__*/ parse(${parts.join(' + ')}, { noLocation: true });`;
  });
  const texts = [...phrases.map(([name, text]) => [name, JSON.stringify(text)]), ...fragments];
  const constants = texts.map(([name, text]) => `const ${name} = ${text};`);
  return [`import { parse } from 'graphql';`, ...constants, body].join('\n');
}
