import { createTheme, type ButtonProps, type CSSVariablesResolver, type MantineTheme } from '@mantine/core';

// The role `presentation` prevents the header of a dialog from being a banner landmark.
const dialog = { closeButtonProps: { 'aria-label': 'Close' }, attributes: { header: { role: 'presentation' } } };
const small = { defaultProps: { size: 'xs' } };

/** Mantine theme with the sizes of `tokens.css`. `cssVariablesResolver` sets the colors. */
export const theme = createTheme({
  primaryColor: 'dark',
  autoContrast: true,
  defaultRadius: 6,
  fontFamily: 'var(--font-ui)',
  fontFamilyMonospace: 'var(--font-mono)',
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '15px', xl: '20px' },
  lineHeights: { xs: '16px', sm: '20px', md: '22px', lg: '22px', xl: '28px' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '20px', xl: '24px' },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '20px', lineHeight: '28px' },
      h2: { fontSize: '14px', lineHeight: '20px' },
      h3: { fontSize: '13px', lineHeight: '20px' },
    },
  },
  components: {
    ActionIcon: { defaultProps: { color: 'gray' } },
    Badge: {
      defaultProps: { variant: 'light', tt: 'none', radius: 4, fw: 600 },
      styles: { root: { overflow: 'visible' }, label: { overflow: 'visible' } },
    },
    Button: {
      ...small,
      // Mantine computes the text color from its own palette, where this color is always dark.
      vars: (_theme: MantineTheme, { color, variant = 'filled' }: ButtonProps) => ({
        root: color === undefined && variant === 'filled' ? { '--button-color': 'var(--on-ink)' } : {},
      }),
    },
    Code: { styles: { root: { fontSize: 12 } } },
    Drawer: { defaultProps: { overlayProps: { backgroundOpacity: 0.2 }, ...dialog } },
    Input: { ...small, styles: { input: { fontSize: 13 } } },
    // The sizes of a list of choices, which stands beside these fields.
    InputWrapper: {
      styles: {
        label: { fontSize: 13, fontWeight: 500, lineHeight: '20px' },
        description: { fontSize: 12, lineHeight: '16px' },
        error: { fontSize: 12, lineHeight: '16px' },
      },
    },
    Modal: { defaultProps: { radius: 10, overlayProps: { backgroundOpacity: 0.35 }, ...dialog } },
    Paper: { defaultProps: { radius: 10 } },
    Table: { defaultProps: { horizontalSpacing: 12, verticalSpacing: 5, fz: 13 } },
  },
});

const shared = {
  '--mantine-color-body': 'var(--surface)',
  '--mantine-color-text': 'var(--text)',
  '--mantine-color-bright': 'var(--text)',
  '--mantine-color-dimmed': 'var(--text-3)',
  '--mantine-color-placeholder': 'var(--text-3)',
  '--mantine-color-error': 'var(--bad)',
  '--mantine-color-anchor': 'var(--accent)',
  '--mantine-color-default': 'var(--surface)',
  '--mantine-color-default-hover': 'var(--hover)',
  '--mantine-color-default-color': 'var(--text)',
  '--mantine-color-default-border': 'var(--line-strong)',
  '--mantine-primary-color-filled': 'var(--ink)',
  '--mantine-primary-color-filled-hover': 'var(--ink-hover)',
  '--mantine-primary-color-contrast': 'var(--on-ink)',
  '--mantine-primary-color-light': 'var(--accent-soft)',
  '--mantine-primary-color-light-hover': 'var(--accent-soft)',
  '--mantine-primary-color-light-color': 'var(--accent)',
  '--mantine-color-dark-filled': 'var(--ink)',
  '--mantine-color-dark-filled-hover': 'var(--ink-hover)',
  '--mantine-color-dark-light': 'var(--sunken)',
  '--mantine-color-dark-light-color': 'var(--text-2)',
  '--mantine-color-gray-light': 'var(--sunken)',
  '--mantine-color-gray-light-color': 'var(--text-2)',
  '--mantine-color-gray-light-hover': 'var(--hover)',
  '--mantine-color-gray-text': 'var(--text-2)',
  '--mantine-color-teal-light': 'var(--ok-soft)',
  '--mantine-color-teal-light-color': 'var(--ok)',
  '--mantine-color-orange-light': 'var(--refused-soft)',
  '--mantine-color-orange-light-color': 'var(--refused)',
  '--mantine-color-yellow-light': 'var(--warn-soft)',
  '--mantine-color-yellow-light-color': 'var(--warn)',
  '--mantine-color-red-light': 'var(--bad-soft)',
  '--mantine-color-red-light-color': 'var(--bad)',
  '--mantine-color-red-filled': 'var(--bad-fill)',
  '--mantine-color-red-filled-hover': 'var(--bad-fill)',
  '--mantine-color-red-text': 'var(--bad)',
  '--mantine-color-blue-light': 'var(--accent-soft)',
  '--mantine-color-blue-light-color': 'var(--accent)',
  '--mantine-color-blue-filled': 'var(--accent)',
};

/** Maps Mantine's color variables to the tokens. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: shared,
  // Mantine fills inputs with this shade.
  dark: { ...shared, '--mantine-color-dark-6': 'var(--surface)' },
});
