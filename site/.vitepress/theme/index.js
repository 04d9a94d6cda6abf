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

export default {
  extends: DefaultTheme,
  Layout: () => h(DefaultTheme.Layout, null, { 'doc-footer-before': () => h(TwinLink) }),
};
