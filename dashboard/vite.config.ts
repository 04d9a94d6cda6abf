import react from '@vitejs/plugin-react';
import { Kind, print, type DocumentNode } from 'graphql';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const documentPattern = /= (\{"kind":"Document".*\}) as unknown as/g;

/** Writes GraphQL documents as text, each fragment once: the generated syntax trees are ten times as large, and urql reads text. */
function documentsAsText(): Plugin {
  return {
    name: 'documents-as-text',
    enforce: 'pre',
    transform(code, id) {
      if (!id.endsWith('/client/generated/graphql.ts')) return null;
      const fragments = new Map<string, string>();
      const written = code.replace(documentPattern, (_match, tree: string) => {
        const parts = (JSON.parse(tree) as DocumentNode).definitions.map((definition) => {
          const text = print(definition).replace(/\s+/g, ' ');
          if (definition.kind !== Kind.FRAGMENT_DEFINITION) return JSON.stringify(text);
          const name = `fragment${definition.name.value}`;
          fragments.set(name, text);
          return name;
        });
        return `= (${parts.join(' + ')}) as unknown as`;
      });
      return [...fragments].map(([name, text]) => `const ${name} = ${JSON.stringify(text)};`).join('\n') + written;
    },
  };
}

export default defineConfig({
  root: here('.'),
  base: '/dashboard/',
  plugins: [documentsAsText(), react()],
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
