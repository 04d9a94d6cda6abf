import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { listPackages } from '../../scripts/build.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** An import of a file: a package name, or `./` and the module name of a source file. */
export interface Import {
  readonly target: string;
  readonly typesOnly: boolean;
  /** Whether a running function imports it, instead of the file when it is loaded. */
  readonly lazy?: boolean;
}

/** Lists the TypeScript files under a folder, without generated ones. */
export function sourceFiles(folder: string): string[] {
  if (!existsSync(path.join(root, folder))) return [];
  return readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => path.posix.join(folder, name.replaceAll(path.sep, '/')))
    .filter((file) => /\.tsx?$/.test(file) && !file.includes('/generated/') && !file.includes('node_modules/'));
}

/** Returns the module name of a file: `auth/scope` for `src/auth/scope.js`; `rest-compat/present.js` keeps its name. */
export const moduleName = (file: string) => file.replace(/^src\//, '').replace(/\.(js|ts|tsx)$/, '');
/** Returns the first folder of a module, or the module itself. */
export const layerOf = (file: string) => moduleName(file).split('/')[0] ?? '';

function readImport(node: ts.Node): { specifier: ts.Node | undefined; typesOnly: boolean; lazy?: boolean } | null {
  if (ts.isImportDeclaration(node)) {
    const names = node.importClause?.namedBindings;
    const eachIsType =
      names !== undefined && ts.isNamedImports(names) && names.elements.every((element) => element.isTypeOnly);
    return {
      specifier: node.moduleSpecifier,
      typesOnly: node.importClause?.isTypeOnly === true || (eachIsType && !node.importClause?.name),
    };
  }
  if (ts.isExportDeclaration(node)) return { specifier: node.moduleSpecifier, typesOnly: node.isTypeOnly };
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument))
    return { specifier: node.argument.literal, typesOnly: true };
  if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
    return { specifier: node.arguments[0], typesOnly: false, lazy: true };
  return null;
}

const parsed = new Map<string, ts.SourceFile>();

/** Parses a source. Every rule reads every file, so a parsed file is kept. */
export function parse(file: string, source: string): ts.SourceFile {
  const known = parsed.get(file);
  if (known?.text === source) return known;
  const made = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  parsed.set(file, made);
  return made;
}

const listed = new WeakMap<ts.SourceFile, Import[]>();

/** Lists the imports of a file, of values and of types. `source` replaces the text of the file. */
export function importsOf(file: string, source = readFileSync(path.join(root, file), 'utf8')): Import[] {
  const tree = parse(file, source);
  const known = listed.get(tree) ?? readImports(file, tree);
  listed.set(tree, known);
  return known;
}

function readImports(file: string, tree: ts.SourceFile): Import[] {
  const found: Import[] = [];
  const visitImport = (node: ts.Node) => {
    const { specifier, typesOnly, lazy = false } = readImport(node) ?? { specifier: undefined, typesOnly: false };
    if (specifier && ts.isStringLiteralLike(specifier)) {
      const isRelative = specifier.text.startsWith('.');
      const target = isRelative
        ? `./${moduleName(path.posix.join(path.posix.dirname(file), specifier.text))}`
        : specifier.text;
      found.push({ target, typesOnly, lazy });
    }
  };
  const visit = (node: ts.Node) => {
    visitImport(node);
    ts.forEachChild(node, visit);
  };
  // Nested nodes are of interest only where a function imports.
  if (/\bimport\(/.test(tree.text)) visit(tree);
  else for (const statement of tree.statements) visitImport(statement);
  return found;
}

/**
 * Finds groups of modules that import each other, type imports included: strongly connected components of more than one
 * module, each as a sorted list.
 */
export function findCircles(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const circles: string[][] = [];
  const visit = (module: string): number => {
    const number = order.size;
    order.set(module, number);
    lowest.set(module, number);
    open.push(module);
    for (const target of graph.get(module) ?? []) {
      const isKnown = order.has(target);
      const reached = isKnown ? (open.includes(target) ? (order.get(target) ?? number) : number) : visit(target);
      lowest.set(module, Math.min(lowest.get(module) ?? number, reached));
    }
    if (lowest.get(module) === number) {
      const members = open.splice(open.indexOf(module));
      if (members.length > 1) circles.push(members.sort());
    }
    return lowest.get(module) ?? number;
  };
  for (const module of graph.keys()) if (!order.has(module)) visit(module);
  return circles;
}

/** Returns the imports of each source file, type imports included. */
export function importGraph(files: readonly string[]): Map<string, string[]> {
  return new Map(
    files.map((file) => [
      moduleName(file),
      importsOf(file)
        .filter(({ target }) => target.startsWith('./'))
        .map(({ target }) => target.slice(2)),
    ]),
  );
}

/** Lists the packages that loading a file loads, through the files and workspace packages that it imports. */
export function packagesLoadedBy(file: string): Set<string> {
  const packages = new Set<string>();
  const seen = new Set<string>();
  const workspace = listPackages();
  const follow = (module: string) => {
    if (seen.has(module)) return;
    seen.add(module);
    const source = [module, `src/${module}`].flatMap((name) => [`${name}.ts`, `${name}.js`]);
    const found = source.find((name) => existsSync(path.join(root, name)));
    if (found === undefined) return;
    for (const { target, typesOnly, lazy } of importsOf(found)) {
      if (typesOnly || lazy) continue;
      if (target.startsWith('./')) follow(target.slice(2));
      else packages.add(target);
      const entry = workspace.get(target);
      if (entry !== undefined) follow(moduleName(entry));
    }
  };
  follow(moduleName(file));
  return packages;
}
