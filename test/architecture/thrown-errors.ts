import path from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { sourceFiles } from './imports.js';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** What a function does itself: the error classes that it creates, and the functions and constants that it names. */
interface Step {
  readonly created: readonly string[];
  readonly named: readonly ts.Node[];
}

/**
 * Finds the error classes that each field with the option `errors` can throw: those that its resolver creates, and the
 * functions that it names, directly or through others. Errors that a caller catches count too.
 */
export function findThrownErrors(): Map<string, Set<string>> {
  const files = sourceFiles('src').map((file) => path.join(root, file));
  const options = {
    target: ts.ScriptTarget.ES2023,
    lib: ['lib.es2023.d.ts'],
    module: ts.ModuleKind.NodeNext,
    strict: true,
    skipLibCheck: true,
    types: [],
  };
  const host = ts.createCompilerHost(options);
  // Types of libraries and of the generated Prisma client name no code of ours, and checking them takes most of the time.
  host.resolveModuleNameLiterals = (names, file) =>
    names.map((name) => {
      const found = ts.resolveModuleName(name.text, file, options, host, undefined, undefined, ts.ModuleKind.ESNext);
      return found.resolvedModule && isOwn(found.resolvedModule.resolvedFileName)
        ? found
        : { resolvedModule: undefined };
    });
  const program = ts.createProgram(files, options, host);
  const readStep = createReader(program.getTypeChecker());
  const fields = program
    .getSourceFiles()
    .filter(({ fileName }) => isOwn(fileName) && fileName.includes('/src/schema/'))
    .flatMap(findResolvers);
  return new Map(fields.map(([name, resolver]) => [name, walk(resolver, readStep)]));
}

const isOwn = (file: string): boolean =>
  ['src', 'packages'].some((folder) => file.startsWith(path.join(root, folder))) &&
  !file.includes('/generated/') &&
  !file.endsWith('.d.ts');

function walk(start: ts.Node, readStep: (node: ts.Node) => Step): Set<string> {
  const seen = new Set([start]);
  const created = new Set<string>();
  for (const node of seen) {
    const step = readStep(node);
    for (const name of step.created) created.add(name);
    for (const next of step.named) seen.add(next);
  }
  return created;
}

/** Returns the resolvers of fields with the option `errors`, or with `t.change`, which sets it, by field name. */
function findResolvers(file: ts.SourceFile): [string, ts.Node][] {
  const found: [string, ts.Node][] = [];
  const visit = (node: ts.Node): void => {
    const option = (name: string) =>
      ts.isObjectLiteralExpression(node)
        ? node.properties.find((property) => property.name?.getText() === name)
        : undefined;
    const isChange =
      ts.isObjectLiteralExpression(node) &&
      node.properties.some((property) => property.getText().startsWith('...t.change('));
    const resolver = (isChange || option('errors')) && option('resolve');
    if (resolver) found.push([getFieldName(node), resolver]);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** Returns the name in `name: t.field({ … })` or `mutationField('name', (t) => t.field({ … }))`. */
function getFieldName(node: ts.Node): string {
  if (ts.isPropertyAssignment(node)) return node.name.getText();
  const [first] = ts.isCallExpression(node) ? node.arguments : [];
  return first && ts.isStringLiteral(first) ? first.text : getFieldName(node.parent);
}

/** Returns a function that reads each node once. */
function createReader(checker: ts.TypeChecker): (node: ts.Node) => Step {
  const known = new Map<ts.Node, Step>();
  return (node) => {
    const step = known.get(node) ?? read(checker, node);
    known.set(node, step);
    return step;
  };
}

function read(checker: ts.TypeChecker, root: ts.Node): Step {
  const created: string[] = [];
  const named: ts.Node[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node)) return;
    if (ts.isNewExpression(node) && /Error$/.test(node.expression.getText())) created.push(node.expression.getText());
    if (ts.isIdentifier(node)) named.push(...getDeclarations(checker, node).flatMap(toCode));
    ts.forEachChild(node, visit);
  };
  visit(root);
  return { created, named };
}

function getDeclarations(checker: ts.TypeChecker, node: ts.Identifier): readonly ts.Declaration[] {
  const symbol = ts.isShorthandPropertyAssignment(node.parent)
    ? checker.getShorthandAssignmentValueSymbol(node.parent)
    : checker.getSymbolAtLocation(node);
  if (!symbol) return [];
  return (symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol).declarations ?? [];
}

/** Returns the nodes that run when a declaration of the product is used. */
function toCode(declaration: ts.Declaration): ts.Node[] {
  if (!isOwn(declaration.getSourceFile().fileName)) return [];
  if (ts.isShorthandPropertyAssignment(declaration)) return [declaration];
  if (ts.isClassDeclaration(declaration)) return declaration.name?.text.endsWith('Error') ? [] : [declaration];
  if (ts.isFunctionLike(declaration)) return 'body' in declaration && declaration.body ? [declaration.body] : [];
  const isValue =
    ts.isPropertyAssignment(declaration) ||
    ts.isVariableDeclaration(declaration) ||
    ts.isPropertyDeclaration(declaration);
  return isValue && declaration.initializer ? [declaration.initializer] : [];
}
