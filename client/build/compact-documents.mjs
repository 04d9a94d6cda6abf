import { print, stripIgnoredCharacters } from 'graphql';

/** A document in the module that graphql-codegen writes: its name, its syntax tree and its type. */
export const documentLine = /^export const (\w+) = (\{"kind":"Document".*\}) as unknown as (DocumentNode<.*>);$/gm;

/** Text that nearly every list or mutation repeats. The package holds each of them once. */
const phrases = Object.entries({
  pageVariables: '$first:Int$after:String$last:Int$before:String$withTotal:Boolean=false',
  pageArguments: 'first:$first after:$after last:$last before:$before',
  beginPage: '{totalCount@include(if:$withTotal)edges{cursor node{',
  endPage: '}}pageInfo{...PageInfoParts}}',
  inputVariables: 'Input!$idempotencyKey:String){',
  inputArguments: '(input:$input idempotencyKey:$idempotencyKey){__typename ...on ',
  endMutation: '...on Error{...ErrorParts}}}',
});

/** The text as a JavaScript expression that takes the phrases from their constants. */
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
 * Documents as text instead of syntax trees, which are fifteen times as long. Fragments are written once. Bundlers drop the documents that
 * an application does not use.
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
