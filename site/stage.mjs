// Gathers the pages of the site in one folder: docs/, files of the root that are pages, and generated references.
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { otherPages, sortPages } from './outline.mjs';
import { graphqlPages, restPages } from './references.mjs';

/** Returns the Markdown files below a folder, relative to it. */
function listMarkdown(folder) {
  return readdirSync(folder, { recursive: true })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.md'))
    .sort();
}

/** Writes every page of the repository in `root` to `target`. @returns paths, titles and first sentences of the pages */
export function stagePages(root, target) {
  const read = (file) => readFileSync(join(root, file), 'utf8');
  const sources = new Map(listMarkdown(join(root, 'docs')).map((page) => [`docs/${page}`, page]));
  for (const [file, page] of Object.entries(otherPages)) if (existsSync(join(root, file))) sources.set(file, page);
  const folders = ['evidence', 'adr'].filter((name) => existsSync(join(root, 'docs', name)));
  const pages = new Map([...sources].map(([file, page]) => [page, { text: read(file), file }]));
  for (const folder of folders) addFolderPage(pages, folder);
  const generated = { ...graphqlPages(read('schema.graphql')), ...restPages(JSON.parse(read('openapi.json'))) };
  for (const [page, text] of Object.entries(generated)) pages.set(page, { text, file: null });
  for (const [page, { text, file }] of pages)
    write(join(target, page), file === null ? text : rewriteLinks(text, { file, page, sources, folders }));
  if (existsSync(join(root, 'docs/images')))
    cpSync(join(root, 'docs/images'), join(target, 'public/images'), { recursive: true });
  return [...pages].map(([page, { text }]) => ({ path: page.replace(/\.md$/, ''), ...describePage(text, page) }));
}

function write(file, text) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

const folderTitles = { evidence: 'Measurements and compatibility', adr: 'Decisions' };

/** Adds a list of the pages of a folder. */
function addFolderPage(pages, folder) {
  const inside = [...pages].filter(([page]) => page.startsWith(`${folder}/`));
  const list = inside.map(
    ([page, { text }]) => `- [${describePage(text, page).title}](${page.slice(folder.length + 1)})`,
  );
  pages.set(`${folder}/index.md`, { text: `# ${folderTitles[folder]}\n\n${list.join('\n')}\n`, file: null });
}

/** Links between files of the repository become links between pages. Files that are no page keep only their label. */
function rewriteLinks(text, { file, page, sources, folders }) {
  const toPage = (link) => {
    const [path, anchor] = link.split('#');
    const linked = posix.join(posix.dirname(file), path);
    const folder = folders.find((name) => `docs/${name}` === linked.replace(/\/$/, ''));
    const target = folder === undefined ? sources.get(linked) : `${folder}/index.md`;
    if (target === undefined) return null;
    return `${posix.relative(posix.dirname(page), target)}${anchor === undefined ? '' : `#${anchor}`}`;
  };
  const rewrite = (prose) =>
    prose
      .replace(/((?:src|srcset)="|\]\()(?:\.\.\/)*images\//g, '$1/images/')
      .replace(/(?<!!)\[((?:[^\][]|\[[^\]]*\])*)\]\((?!https?:|mailto:|[#/])([^)\s]+)\)/g, (...[, label, link]) => {
        const target = toPage(link);
        return target === null ? label : `[${label}](${target})`;
      });
  // Code may look like a link.
  return text
    .split(/(^```[\s\S]*?^```$)/m)
    .map((part, index) => (index % 2 === 1 ? part : rewrite(part)))
    .join('');
}

/** Returns the title and the first sentence of a page. */
function describePage(text, page) {
  const title = /^# (.*)$/m.exec(text)?.[1] ?? page;
  const paragraph = text
    .split(/\n\n+/)
    .map((part) => part.trim())
    .find((part) => /^[A-Z*`]/.test(part) && !part.startsWith('```'));
  const plain = (paragraph ?? '')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[`*]|\s*\n\s*/g, (found) => (found.trim() ? '' : ' '));
  return { title: title.replaceAll('`', ''), summary: /^.*?[.:](?= |$)/.exec(plain)?.[0] ?? plain };
}

/** Returns llms.txt: all pages with their Markdown, in the order of the site. */
export function toLlmsText(pages, base) {
  const byPath = new Map(pages.map((page) => [page.path, page]));
  const groups = sortPages(pages.map(({ path }) => path)).map(({ text, pages: paths }) => {
    const lines = paths.map((path) => {
      const { title, summary } = byPath.get(path);
      return `- [${title}](${base}${path}.md)${summary ? `: ${summary.replace(/:$/, '.')}` : ''}`;
    });
    return `## ${text}\n\n${lines.join('\n')}`;
  });
  const intro =
    '# memory-gateway\n\n> An open-source memory server for AI applications and agents: GraphQL, REST and MCP over one embedded or shared Postgres.';
  return `${[intro, ...groups].join('\n\n')}\n`;
}
