import ts from 'typescript';

const mostWords = 4;

/**
 * Finds keys of the text catalogue that do not say where a text appears and what it is for: numbered keys, the first
 * words of the text cut off, and whole sentences. @returns each key with the reason
 */
export function findBadKeys(name: string, source: string): string[] {
  const file = ts.createSourceFile(name, source, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAssignment(node)) {
      const key = node.name.getText(file);
      const problem = isEnumValue(key) ? null : findProblem(key, readText(node.initializer, file));
      if (problem) found.push(`${key}: ${problem}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

const isEnumValue = (key: string) => /^[A-Z0-9_]+$/.test(key);
const splitKey = (key: string) => key.split(/(?=[A-Z])/).map((word) => word.toLowerCase());
const toWords = (text: string) => text.toLowerCase().match(/[a-z0-9]+/g) ?? [];

function findProblem(key: string, text: string | null): string | null {
  if (text === null) return null;
  const words = splitKey(key);
  if (/^text\d/.test(key)) return 'names no purpose';
  const number = /\d+$/.exec(key)?.[0];
  if (number && !text.includes(number)) return 'is numbered';
  if (words.length > mostWords) return `has more than ${mostWords} words`;
  const isCut = words.length >= 3 && toWords(text).join('').startsWith(words.join(''));
  return isCut && toWords(text).length > words.length + 1 ? 'is the beginning of the text' : null;
}

/** Returns the text of an entry, of which arguments are left out, or null for a group of entries. */
function readText(node: ts.Expression, file: ts.SourceFile): string | null {
  const body = ts.isArrowFunction(node) ? node.body : node;
  if (ts.isStringLiteral(body) || ts.isNoSubstitutionTemplateLiteral(body)) return body.text;
  if (!ts.isTemplateExpression(body)) return null;
  return [body.head.text, ...body.templateSpans.map(({ literal }) => literal.text)].join(' ') || file.fileName;
}
