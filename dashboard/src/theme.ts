import { Badge, createTheme, type CSSVariablesResolver } from '@mantine/core';

/** Colours and shapes of the dashboard, light and dark. Fonts are those of the system. */
export const theme = createTheme({
  primaryColor: 'cyan',
  // The darkest: white text can be read on it.
  primaryShade: 9,
  autoContrast: true,
  defaultRadius: 'md',
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  headings: { fontWeight: '600', sizes: { h1: { fontSize: '1.5rem' }, h2: { fontSize: '1.15rem' } } },
  components: {
    // A word that says a state is of no use when it is cut off.
    Badge: Badge.extend({
      defaultProps: { variant: 'light', tt: 'none' },
      styles: { root: { overflow: 'visible' }, label: { overflow: 'visible' } },
    }),
  },
});

/** Darker, or in the dark lighter, than usual: small text keeps a contrast of 4.5 to 1. */
export const readableColors: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': '#5c636a',
    '--mantine-color-placeholder': '#6c757d',
    '--mantine-color-error': 'var(--mantine-color-red-9)',
    '--mantine-color-teal-light-color': '#066649',
    '--mantine-color-orange-light-color': '#993300',
    '--mantine-color-yellow-light-color': '#7a4d00',
    '--mantine-color-red-light-color': '#a61e1e',
  },
  dark: {
    '--mantine-color-dimmed': '#a6a6a6',
    '--mantine-color-placeholder': '#8a8a8a',
    '--mantine-color-error': 'var(--mantine-color-red-4)',
  },
});
