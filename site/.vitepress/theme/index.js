import { h } from 'vue';
import { useData } from 'vitepress';
import DefaultTheme from 'vitepress/theme-without-fonts';
import './style.css';

/** Links the Markdown of a page below its text. */
const TwinLink = {
  setup() {
    const { frontmatter } = useData();
    return () =>
      h('p', { class: 'twin' }, h('a', { href: frontmatter.value.twin, target: '_self' }, 'View as Markdown'));
  },
};

/** Opens the start page of another version. */
const VersionMenu = {
  setup() {
    const { theme } = useData();
    const open = ({ target }) => globalThis.location.assign(target.value);
    return () =>
      h(
        'select',
        { class: 'versions', 'aria-label': 'Version', onChange: open },
        theme.value.versions.map(({ text, link }) =>
          h('option', { value: link, selected: text === theme.value.version }, text),
        ),
      );
  },
};

export default {
  extends: DefaultTheme,
  Layout: () =>
    h(DefaultTheme.Layout, null, {
      'doc-footer-before': () => h(TwinLink),
      'nav-bar-content-after': () => h(VersionMenu),
      'nav-screen-content-after': () => h(VersionMenu),
    }),
};
