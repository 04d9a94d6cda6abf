import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

interface IconSet {
  readonly icons: Record<string, { readonly body: string } | undefined>;
  readonly aliases: Record<string, { readonly parent: string } | undefined>;
}

const iconCall = /drawIcon\('([a-z0-9-]+)'\)/g;
const strokes =
  / (?:fill="none"|stroke="currentColor"|stroke-linecap="round"|stroke-linejoin="round"|stroke-width="2")/g;

/**
 * Puts the paths of icons in the place of their names in components/icons.tsx. All icons are one JSON file of 0.6 MB; packages with a
 * module for each icon have thousands of files. The attributes that each path repeats are set once, by the component around it.
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
    transform(code, id) {
      if (!id.endsWith('/components/icons.tsx')) return null;
      return code.replace(iconCall, (_, name: string) => {
        const icon = set.icons[name] ?? set.icons[set.aliases[name]?.parent ?? ''];
        if (!icon) return this.error(`Lucide has no icon ${name}.`);
        return `drawIcon(${JSON.stringify(icon.body.replace(strokes, ''))})`;
      });
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
