/** Values of `tokens.css`: the editor takes no variables. */
const light = {
  surface: '#ffffff',
  raised: '#ffffff',
  hover: '#f5f3ef',
  selected: '#edf0fd',
  line: '#d2cec4',
  text: '#1c1b18',
  muted: '#6d685d',
  accent: '#2f4fd0',
  type: '#136644',
  argument: '#7d5200',
  string: '#a53a07',
  bad: '#a8123a',
};

type Palette = typeof light;

const dark: Palette = {
  surface: '#1a1918',
  raised: '#232120',
  hover: '#22201f',
  selected: '#1e2440',
  line: '#403d39',
  text: '#eeece7',
  muted: '#989287',
  accent: '#93a8ff',
  type: '#63d3a0',
  argument: '#edb94a',
  string: '#ff9f6b',
  bad: '#ff8a9b',
};

// Names of tokens in GraphQL and JSON.
const toRules = ({ text, muted, accent, type, argument, string, bad }: Palette) =>
  Object.entries({
    '': text,
    comment: muted,
    keyword: accent,
    'key.identifier': text,
    'type.identifier': type,
    'argument.identifier': argument,
    annotation: argument,
    string,
    'string.invalid': bad,
    'string.key.json': accent,
    'string.value.json': string,
    number: type,
    'keyword.json': argument,
    delimiter: muted,
    invalid: bad,
  }).map(([token, color]) => ({ token, foreground: color.slice(1) }));

const toColors = ({ surface, raised, hover, selected, line, text, muted, accent, bad }: Palette) => ({
  'editor.background': `${surface}00`,
  'editor.foreground': text,
  'editorLineNumber.foreground': muted,
  'editorLineNumber.activeForeground': text,
  'editorLineNumber.dimmedForeground': muted,
  // One color for all brackets: colors tell kinds of words.
  ...Object.fromEntries([1, 2, 3, 4, 5, 6].map((depth) => [`editorBracketHighlight.foreground${depth}`, muted])),
  'editorCursor.foreground': text,
  'editor.placeholder.foreground': muted,
  'editor.selectionBackground': selected,
  'editor.lineHighlightBorder': `${surface}00`,
  'editorError.foreground': bad,
  'editorWidget.background': raised,
  'editorWidget.border': line,
  'editorWidget.foreground': text,
  'editorHoverWidget.background': raised,
  'editorHoverWidget.foreground': text,
  'editorSuggestWidget.background': raised,
  'editorSuggestWidget.foreground': text,
  'editorSuggestWidget.selectedBackground': selected,
  'editorSuggestWidget.selectedForeground': text,
  'editorSuggestWidget.selectedIconForeground': text,
  'editorSuggestWidget.highlightForeground': accent,
  'editorSuggestWidget.focusHighlightForeground': accent,
  'list.hoverBackground': hover,
  'list.highlightForeground': accent,
  'list.focusHighlightForeground': accent,
  'input.background': surface,
  'menu.background': raised,
  'menu.foreground': text,
  'menu.selectionBackground': selected,
  'menu.selectionForeground': text,
  'quickInput.background': raised,
  'quickInputList.focusBackground': selected,
  'quickInputList.focusForeground': text,
  'textLink.foreground': accent,
  'textLink.activeForeground': accent,
  'editorLink.activeForeground': accent,
  'scrollbar.shadow': `${surface}00`,
  focusBorder: accent,
});

/** Themes of the texts in GraphiQL, by the names that it uses. They replace its own. */
export const editorThemes = {
  'graphiql-LIGHT': { base: 'vs', inherit: true, rules: toRules(light), colors: toColors(light) },
  'graphiql-DARK': { base: 'vs-dark', inherit: true, rules: toRules(dark), colors: toColors(dark) },
};
