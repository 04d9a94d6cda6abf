import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitepress';

/** What site/build.mjs found: pages in groups, the base URL and the versions. */
const { base, sidebar, version, versions } = JSON.parse(readFileSync(new URL('site.json', import.meta.url), 'utf8'));

const here = dirname(fileURLToPath(import.meta.url));

// Anchors like those of code hosts, so that one link works in both.
const slugify = (text) =>
  text
    .toLowerCase()
    .replace(/&#123;/g, '')
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');

/** Renders a page for the search, which reads its words alone: coloring code again takes a tenth of the build. */
function renderForSearch(text, env, md) {
  md.options.highlight = (code) => `<pre>${code.replaceAll('&', '&#x26;').replaceAll('<', '&#x3C;')}</pre>`;
  return md.render(text, env);
}

export default defineConfig({
  base,
  title: 'memory-gateway',
  titleTemplate: ':title · memory-gateway',
  description: 'An open-source memory server for AI applications and agents.',
  lang: 'en',
  cleanUrls: true,
  // Pages of an earlier version may link to what was no page then.
  ignoreDeadLinks: version === versions[0].text ? 'localhostLinks' : true,
  // Inline scripts would need an exception in the content security policy.
  metaChunk: true,
  head: [['link', { rel: 'icon', href: `${base}icon.svg`, type: 'image/svg+xml' }]],
  markdown: {
    anchor: { slugify },
    toc: { slugify },
    headers: { slugify },
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
  },
  themeConfig: {
    logo: '/icon.svg',
    nav: [
      { text: 'Start', link: '/getting-started' },
      { text: 'Concepts', link: '/concepts' },
      { text: 'Reference', link: '/reference/graphql/' },
    ],
    sidebar,
    version,
    versions,
    outline: { level: [2, 3], label: 'On this page' },
    search: { provider: 'local', options: { detailedView: false, _render: renderForSearch } },
    externalLinkIcon: true,
    docFooter: { prev: 'Previous', next: 'Next' },
  },
  // Algolia's search, which the theme imports and this site does not use, is not installed.
  vite: {
    resolve: {
      alias: ['@docsearch/css', '@docsearch/js'].map((find) => ({ find, replacement: join(here, 'no-search.js') })),
    },
  },
  transformPageData(page) {
    page.frontmatter.twin = `${base}${page.relativePath}`;
  },
});
