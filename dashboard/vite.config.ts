import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  root: here('.'),
  base: '/dashboard/',
  plugins: [react()],
  build: {
    outDir: here('../dist/dashboard'),
    emptyOutDir: true,
    target: 'es2022',
    license: { fileName: 'third-party-licenses.md' },
    chunkSizeWarningLimit: 900,
  },
  // `npx vite dashboard` beside a running server.
  server: {
    host: '127.0.0.1',
    proxy: {
      '/graphql': { target: 'http://127.0.0.1:8888', ws: true },
      '/dashboard/session': 'http://127.0.0.1:8888',
      '^/v[123]/': 'http://127.0.0.1:8888',
    },
  },
});
