import ts from 'typescript';

/** Attributes and properties that people read. */
const readable = new Set([
  'action',
  'allLabel',
  'alt',
  'aria-label',
  'closeButtonLabel',
  'description',
  'hint',
  'label',
  'legend',
  'message',
  'note',
  'placeholder',
  'short',
  'title',
  'what',
]);
const announcing = new Set(['showToast', 'showFailure']);
const code = new Set(['Code', 'code', 'kbd']);

// Names of the API, such as `project.update`, are not texts.
// A sentence or label of several words, wherever it is written.
const isSentence = (text: string) => /^[A-Z][a-z]+ [a-z]/.test(text) || /^(\d+ |… )[a-z]+ [a-z]+$/.test(text);

const hasWord = (text: string) => /[A-Za-z]{2}/.test(text) && !/^[a-z_]+(\.[a-z_]+)+$/.test(text);

/** Finds texts for people that are written in a component instead of the catalogue. @returns each with its line */
export function findLiteralTexts(name: string, source: string): string[] {
  const file = ts.createSourceFile(name, source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const found: string[] = [];
  const add = (node: ts.Node, text: string) => {
    const { line } = file.getLineAndCharacterOfPosition(node.getStart(file));
    if (hasWord(text)) found.push(`${line + 1}: ${text.replace(/\s+/g, ' ').trim()}`);
  };
  const visit = (node: ts.Node): void => {
    // Messages to developers, which no page shows.
    if (ts.isNewExpression(node) && node.expression.getText(file) === 'Error') return;
    if (ts.isJsxText(node) && !isCode(node.parent)) add(node, node.text);
    else if (ts.isJsxAttribute(node) && readable.has(node.name.getText(file))) visitResult(node.initializer, add);
    else if (ts.isJsxExpression(node) && !ts.isJsxAttribute(node.parent)) visitResult(node.expression, add);
    else if (ts.isPropertyAssignment(node) && readable.has(node.name.getText(file))) visitResult(node.initializer, add);
    else if (ts.isCallExpression(node) && announcing.has(node.expression.getText(file)))
      visitResult(node.arguments[0], add);
    else if ((ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) && isSentence(node.text))
      add(node, node.text);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return [...new Set(found)];
}

const isCode = (node: ts.Node) => ts.isJsxElement(node) && code.has(node.openingElement.tagName.getText());

// Follows an expression to the texts that it may return.
function visitResult(node: ts.Node | undefined, add: (node: ts.Node, text: string) => void): void {
  if (!node) return;
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) add(node, node.text);
  else if (ts.isTemplateExpression(node))
    add(node, [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('…'));
  else if (ts.isParenthesizedExpression(node) || ts.isJsxExpression(node)) visitResult(node.expression, add);
  else if (ts.isConditionalExpression(node)) {
    visitResult(node.whenTrue, add);
    visitResult(node.whenFalse, add);
  } else if (ts.isBinaryExpression(node)) {
    if (node.operatorToken.kind !== ts.SyntaxKind.AmpersandAmpersandToken) visitResult(node.left, add);
    visitResult(node.right, add);
  }
}
