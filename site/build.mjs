// Builds docs/ into the site that the server shows at /docs/guide, in site/dist, unless it is up to date.
//
//   npm run docs                               for the server
//   npm run docs -- --base / --out FOLDER      for a web server of your own
//   npm run docs -- --versions v1.0.0,v1.1.0   also these tags, each below its name
//
// VitePress is installed in this folder at the first build, so that `npm ci` of the server stays small.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createHash } from 'node:crypto';
import { sortPages } from './outline.mjs';
import { stagePages, toLlmsText } from './stage.mjs';

const site = dirname(fileURLToPath(import.meta.url));
const root = dirname(site);
const ownFiles = [
  '.vitepress/config.mjs',
  '.vitepress/theme',
  'build.mjs',
  'outline.mjs',
  'references.mjs',
  'stage.mjs',
  'package-lock.json',
];
const sources = [
  'docs',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'client/README.md',
  'schema.graphql',
  'openapi.json',
  'package.json',
];

function filesOf(path) {
  try {
    return readdirSync(path, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
      .sort();
  } catch {
    return [path];
  }
}

function stampOf(options) {
  const hash = createHash('sha256').update(JSON.stringify(options));
  const paths = [...sources.map((path) => join(root, path)), ...ownFiles.map((path) => join(site, path))];
  for (const file of paths.flatMap(filesOf)) hash.update(`${relative(root, file)}\0`).update(readFileSync(file));
  return hash.digest('hex');
}

const isCurrent = (file, value) => existsSync(file) && readFileSync(file, 'utf8') === value;

/** Moves a finished folder to its place. Another process may do the same at the same time, with the same result. */
function putInPlace(made, place, { stampFile, stamp }) {
  const former = `${made}-former`;
  mkdirSync(dirname(place), { recursive: true });
  if (isCurrent(stampFile, stamp)) return;
  try {
    if (existsSync(place)) renameSync(place, former);
    renameSync(made, place);
  } catch (error) {
    if (!isCurrent(stampFile, stamp)) throw error;
  } finally {
    rmSync(former, { recursive: true, force: true });
  }
}

function installVitePress(work) {
  const stamp = createHash('sha256')
    .update(readFileSync(join(site, 'package-lock.json')))
    .digest('hex');
  const place = join(site, 'node_modules');
  const stampFile = join(place, '.installed');
  if (isCurrent(stampFile, stamp)) return;
  process.stderr.write('Installing VitePress in site/.\n');
  const folder = join(work, 'install');
  for (const name of ['package.json', 'package-lock.json']) cpSync(join(site, name), join(folder, name));
  execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel', 'error'], {
    cwd: folder,
    stdio: ['ignore', 2, 2],
  });
  writeFileSync(join(folder, 'node_modules/.installed'), stamp);
  putInPlace(join(folder, 'node_modules'), place, { stampFile, stamp });
}

/** Returns the title of a page without what the heading of its group says already. */
function shortTitle({ path, title }) {
  if (path === 'index') return 'Overview';
  const short = title.replace(/^(?:(?:GraphQL|REST|Recipe): |Move )| quick start$/g, '');
  return short === 'curl' ? short : short.charAt(0).toUpperCase() + short.slice(1);
}

/** Returns a page's entry of the sidebar. */
const toItem = ({ path, title }) => ({
  text: shortTitle({ path, title }),
  link: `/${path.replace(/(^|\/)index$/, '$1')}`,
});

function toSidebar(pages) {
  const byPath = new Map(pages.map((page) => [page.path, page]));
  return sortPages(pages.map(({ path }) => path)).map(({ text, isOpen, pages: paths }) => ({
    text,
    collapsed: !isOpen,
    // Without a link, the heading would be a button around a button.
    link: toItem(byPath.get(paths[0])).link,
    items: nestFolders(paths.map((path) => byPath.get(path))),
  }));
}

/** Pages of a folder that has an index are shown below it. */
function nestFolders(pages) {
  const indexes = pages.filter(({ path }) => path.endsWith('/index'));
  const folderOf = ({ path }) =>
    indexes.find((index) => index.path !== path && path.startsWith(index.path.slice(0, -5)));
  return pages
    .filter((page) => !folderOf(page))
    .map((page) => {
      const items = indexes.includes(page) ? pages.filter((inner) => folderOf(inner) === page).map(toItem) : [];
      return { ...toItem(page), ...(items.length > 0 && { collapsed: true, items }) };
    });
}

/** Moves inline scripts to a file, so that the content security policy needs no exception for them. */
function moveInlineScripts(folder, base) {
  const scripts = new Map();
  for (const file of filesOf(folder).filter((name) => name.endsWith('.html'))) {
    const html = readFileSync(file, 'utf8').replace(/<script([^>]*)>([^<]+)<\/script>/g, (_, attributes, text) => {
      const name = `inline.${createHash('sha256').update(text).digest('hex').slice(0, 8)}.js`;
      scripts.set(name, text);
      return `<script${attributes.replace(/ id="[^"]*"/, '')} src="${base}assets/${name}"></script>`;
    });
    writeFileSync(file, html);
  }
  for (const [name, text] of scripts) writeFileSync(join(folder, 'assets', name), text);
}

/** Licenses of the code that the pages contain. */
function writeLicenses(folder) {
  const names = ['vitepress', 'vue', '@vueuse/core', 'minisearch', 'mark.js', 'focus-trap', 'tabbable', 'shiki'];
  const texts = names.flatMap((name) => {
    const place = join(site, 'node_modules', name);
    const license = existsSync(place) && readdirSync(place).find((file) => /^licen[cs]e/i.test(file));
    return license ? [`${name}\n\n${readFileSync(join(place, license), 'utf8').trim()}`] : [];
  });
  writeFileSync(join(folder, 'licenses.txt'), `${texts.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`);
}

/** Builds the pages of one checkout. */
function buildVersion({ checkout, work, out, base, version, versions }) {
  cpSync(join(site, '.vitepress'), join(work, '.vitepress'), { recursive: true });
  const pages = stagePages(checkout, work);
  mkdirSync(join(work, 'public'), { recursive: true });
  cpSync(join(root, 'dashboard/src/icon.svg'), join(work, 'public/icon.svg'));
  writeFileSync(
    join(work, '.vitepress/site.json'),
    JSON.stringify({ base, sidebar: toSidebar(pages), version, versions }),
  );
  const vitepress = join(site, 'node_modules/vitepress/bin/vitepress.js');
  execFileSync(process.execPath, [vitepress, 'build', work, '--outDir', out, '--logLevel', 'error'], {
    stdio: ['ignore', 2, 2],
    // With another NODE_ENV, such as that of a test, Vue would be built with its warnings.
    env: { ...process.env, NODE_ENV: 'production' },
  });
  moveInlineScripts(out, base);
  // The Markdown twins.
  for (const { path } of pages) {
    const text = readFileSync(join(work, `${path}.md`), 'utf8').replace(/(["(])\/images\//g, `$1${base}images/`);
    writeFileSync(join(out, `${path}.md`), text);
  }
  writeFileSync(join(out, 'llms.txt'), toLlmsText(pages, base));
  writeLicenses(out);
}

/** Writes the files of a tag to a folder. */
function checkOut(tag, folder) {
  mkdirSync(folder, { recursive: true });
  const archive = execFileSync(
    'git',
    ['archive', '--format=tar', tag, ...sources.filter((path) => path !== 'package.json')],
    {
      cwd: root,
      maxBuffer: 1 << 28,
    },
  );
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
}

/** Builds the site unless it is up to date. @returns its folder */
export function buildSite({ base = '/docs/guide/', out = join(site, 'dist'), tags = [] } = {}) {
  const stamp = stampOf({ base, tags });
  const stampFile = join(out, '.stamp');
  if (isCurrent(stampFile, stamp)) return out;
  const work = join(site, '.build', String(process.pid));
  // Beside its place, because a folder cannot be moved to another file system.
  const made = `${out}.${process.pid}`;
  try {
    installVitePress(work);
    process.stderr.write('Building the documentation.\n');
    buildVersions({ work, made, base, tags });
    writeFileSync(join(made, '.stamp'), stamp);
    putInPlace(made, out, { stampFile, stamp });
  } finally {
    for (const folder of [work, made]) rmSync(folder, { recursive: true, force: true });
  }
  return out;
}

/** Builds the pages of this checkout, and those of each tag below its name. */
function buildVersions({ work, made, base, tags }) {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const versions = [{ text: version, link: base }, ...tags.map((tag) => ({ text: tag, link: `${base}${tag}/` }))];
  buildVersion({ checkout: root, work: join(work, 'now'), out: made, base, version, versions });
  for (const tag of tags) {
    const checkout = join(work, 'checkouts', tag);
    checkOut(tag, checkout);
    const place = { work: join(work, 'pages', tag), out: join(made, tag), base: `${base}${tag}/` };
    buildVersion({ checkout, ...place, version: tag, versions });
  }
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({
    options: { base: { type: 'string' }, out: { type: 'string' }, versions: { type: 'string' } },
  });
  const out = values.out === undefined ? undefined : resolve(values.out);
  const folder = buildSite({ base: values.base, out, tags: values.versions?.split(',') });
  process.stdout.write(`${folder}\n`);
}
