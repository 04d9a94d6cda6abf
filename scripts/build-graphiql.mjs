// Writes GraphiQL as files with a hash of their content in the name: browsers keep them, and a page is a few kB.
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const require = createRequire(import.meta.url);
const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

// The dashboard's own fonts come from the system. The third font of GraphiQL has its icons.
const textFonts = /@font-face\{[^}]*font-family:"?(?:Roboto|Fira Code)[^}]*\}/g;

/** Replaces `lucide(NAME)` by the icon as a mask, whose color is that of the element. */
function withIcons(css) {
  const { icons } = JSON.parse(readFileSync(require.resolve('@iconify-json/lucide/icons.json'), 'utf8'));
  return css.replaceAll(/lucide\(([\w-]+)\)/g, (_, name) => {
    const body = icons[name].body.replaceAll('stroke-width="2"', 'stroke-width="1.5"');
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">${body}</svg>`;
    return `url("data:image/svg+xml,${encodeURIComponent(svg)}")`;
  });
}

/** Writes the files of GraphiQL and `manifest.json`, which has their names. @param folder where `graphiql/` is made */
export async function buildGraphiql(root, folder) {
  const [{ build }, parts] = await Promise.all([import('esbuild'), import('@graphql-yoga/render-graphiql/graphiql')]);
  const source = (name) => join(root, 'dashboard/src', name);
  const start = await build({
    entryPoints: [source('graphiql/start.ts')],
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2022',
    write: false,
    logLevel: 'warning',
  });
  const files = {
    style: ['css', parts.css.replace(textFonts, '') + withIcons(readFileSync(source('graphiql/graphiql.css'), 'utf8'))],
    script: ['js', parts.js],
    start: ['js', start.outputFiles[0].text],
    icon: ['svg', readFileSync(source('icon.svg'), 'utf8')],
    editorWorkerService: ['js', parts.editorWorkerService],
    json: ['js', parts.jsonWorker],
    graphql: ['js', parts.graphqlWorker],
  };
  const target = join(folder, 'graphiql');
  mkdirSync(target, { recursive: true });
  const names = await Promise.all(
    Object.entries(files).map(async ([name, [extension, content]]) => {
      const hash = createHash('sha256').update(content).digest('base64url').slice(0, 8);
      const file = `${name}-${hash}.${extension}`;
      await writeCompressed(join(target, file), Buffer.from(content));
      return [name, file];
    }),
  );
  writeFileSync(join(target, 'manifest.json'), JSON.stringify(Object.fromEntries(names)));
  const packageFolder = dirname(require.resolve('@graphql-yoga/render-graphiql/package.json'));
  copyFileSync(join(packageFolder, 'LICENSE'), join(target, 'LICENSE'));
}

// Level 11 takes a minute for these files and saves a tenth.
async function writeCompressed(file, content) {
  const [withBrotli, withGzip] = await Promise.all([
    compressBrotli(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
    compressGzip(content, { level: 9 }),
  ]);
  writeFileSync(file, content);
  writeFileSync(`${file}.br`, withBrotli);
  writeFileSync(`${file}.gz`, withGzip);
}
