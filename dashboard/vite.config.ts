import react from '@vitejs/plugin-react';
import { Kind, print, type DocumentNode } from 'graphql';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';
import { lucideIcons } from './lucide-icons.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const documentFile = /\/client\/generated\/graphql(\.ts)?$/;
const importPattern = /import \{([^}]*)\} from '([^']*\/api\/graphql)';/g;
const documentPattern = /export const (\w+) = (\{"kind":"Document".*\}) as unknown as/g;
const prefix = 'document:';

/**
 * Makes each GraphQL document a module of its own, so that a page loads only the operations that it sends. Documents become
 * text, each fragment once: the generated syntax trees are ten times as large, and urql reads text.
 */
function splitDocuments(): Plugin {
  const documents = new Map<string, DocumentNode>();
  const readDocuments = () => {
    const generated = readFileSync(here('../client/generated/graphql.ts'), 'utf8');
    documents.clear();
    for (const [, name = '', tree = ''] of generated.matchAll(documentPattern))
      documents.set(name, JSON.parse(tree) as DocumentNode);
  };
  return {
    name: 'split-documents',
    enforce: 'pre',
    buildStart: readDocuments,
    transform: (code, id) => (documentFile.test(id) ? null : code.replace(importPattern, importEach)),
    resolveId: (id) => (id.startsWith(prefix) ? `\0${id}` : null),
    load(id) {
      if (!id.startsWith(`\0${prefix}`)) return null;
      const name = id.slice(prefix.length + 1);
      const document = documents.get(name);
      return document ? writeDocument(name, document) : this.error(`client/generated/graphql.ts has no ${name}.`);
    },
  };
}

/** Writes an import of several documents and types as one import each. */
function importEach(_statement: string, names: string, from: string): string {
  return names
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
    .map((name) =>
      name.startsWith('type ') ? `import { ${name} } from '${from}';` : `import { ${name} } from '${prefix}${name}';`,
    )
    .join(' ');
}

function writeDocument(name: string, document: DocumentNode): string {
  const fragments = document.definitions.flatMap((definition) =>
    definition.kind === Kind.FRAGMENT_DEFINITION ? [`${definition.name.value}FragmentDoc`] : [],
  );
  const own = fragments.includes(name);
  const text = document.definitions
    .filter((definition) => (definition.kind === Kind.FRAGMENT_DEFINITION) === own)
    .filter(
      (definition) =>
        !own || (definition.kind === Kind.FRAGMENT_DEFINITION && `${definition.name.value}FragmentDoc` === name),
    )
    .map((definition) => JSON.stringify(print(definition).replace(/\s+/g, ' ')));
  const others = own ? [] : fragments;
  const imports = others.map((fragment) => `import { ${fragment} } from '${prefix}${fragment}';`);
  return `${imports.join('\n')}\nexport const ${name} = ${[...text, ...others].join(' + ')};`;
}

export default defineConfig({
  root: here('.'),
  base: '/dashboard/',
  plugins: [splitDocuments(), lucideIcons(), react()],
  build: {
    outDir: here('../dist/dashboard'),
    emptyOutDir: true,
    target: 'es2022',
    // Browsers that know light-dark(): the tokens stay as they are written.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    license: { fileName: 'third-party-licenses.md' },
    chunkSizeWarningLimit: 900,
  },
  // For `npx vite dashboard` next to a running server.
  server: {
    host: '127.0.0.1',
    proxy: {
      '/graphql': { target: 'http://127.0.0.1:8888', ws: true },
      '/dashboard/session': 'http://127.0.0.1:8888',
      '^/v[123]/': 'http://127.0.0.1:8888',
    },
  },
});
