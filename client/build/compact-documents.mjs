import { print, stripIgnoredCharacters } from 'graphql';

/** Matches a document in the output of graphql-codegen: its name, syntax tree and type. */
export const documentLine = /^export const (\w+) = (\{"kind":"Document".*\}) as unknown as (DocumentNode<.*>);$/gm;

/**
 * Replaces syntax trees of documents with their text, a fifteenth of the size. Shares fragments, so that bundlers can
 * drop unused documents.
 * @param asText leaves the documents as String objects, which need no parser
 */
export function compactDocuments(source, { asText = false } = {}) {
  const fragments = new Map();
  const toText = (definition) => stripIgnoredCharacters(print(definition));
  const toPart = (definition) => {
    if (definition.kind !== 'FragmentDefinition') return JSON.stringify(toText(definition));
    const name = `fragment${definition.name.value}`;
    fragments.set(name, JSON.stringify(toText(definition)));
    return name;
  };
  const body = source.replace(documentLine, (_line, name, json) => {
    const parts = JSON.parse(json).definitions.map(toPart);
    // A sum of variables could call their methods, so bundlers would keep it.
    return `export const ${name} = /*#__PURE__*/ toDocument(${parts.join(', ')});`;
  });
  const constants = [...fragments].map(([name, text]) => `const ${name} = ${text};`);
  const start = asText
    ? [`const toDocument = (...parts) => new String(parts.join(''));`]
    : [
        `import { parse } from 'graphql';`,
        `const toDocument = (...parts) => parse(parts.join(''), { noLocation: true });`,
      ];
  return [...start, ...constants, body].join('\n');
}
