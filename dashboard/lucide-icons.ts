import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

interface IconSet {
  readonly icons: Record<string, { readonly body: string } | undefined>;
  readonly aliases: Record<string, { readonly parent: string } | undefined>;
}

const prefix = 'lucide:';
const strokes =
  / (?:fill="none"|stroke="currentColor"|stroke-linecap="round"|stroke-linejoin="round"|stroke-width="2")/g;

/**
 * Serves `lucide:NAME` as the paths of one icon. All icons are one JSON file of 0.6 MB; packages with a module for each icon
 * have thousands of files. The attributes that each path repeats are set once, by the component around it.
 */
export function lucideIcons(): Plugin {
  const license = readFileSync(fileURLToPath(new URL('lucide-license.txt', import.meta.url)), 'utf8');
  let set: IconSet = { icons: {}, aliases: {} };
  return {
    name: 'lucide-icons',
    enforce: 'pre',
    buildStart() {
      const file = fileURLToPath(import.meta.resolve('@iconify-json/lucide/icons.json'));
      set = JSON.parse(readFileSync(file, 'utf8')) as IconSet;
    },
    resolveId: (id) => (id.startsWith(prefix) ? `\0${id}` : null),
    load(id) {
      if (!id.startsWith(`\0${prefix}`)) return null;
      const name = id.slice(prefix.length + 1);
      const icon = set.icons[name] ?? set.icons[set.aliases[name]?.parent ?? ''];
      if (!icon) return this.error(`Lucide has no icon ${name}.`);
      return `export const paths = ${JSON.stringify(icon.body.replace(strokes, ''))};`;
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const licenses = bundle['third-party-licenses.md'];
        if (licenses?.type === 'asset') licenses.source = `${String(licenses.source).trimEnd()}\n\n${license}`;
      },
    },
  };
}
