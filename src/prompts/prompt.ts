import { readFileSync } from 'node:fs';

/** A prompt for a language model, read from a text file of this folder. */
export interface Prompt {
  /** Name and version of the file, such as `extract-memories.v4`. A changed text gets a new version. */
  readonly id: string;
  /** Names of the placeholders. */
  readonly placeholders: readonly string[];
  /**
   * Fills the placeholders. Null and blank values are empty.
   * @throws Error unless the values are exactly those of the placeholders
   */
  fill(values: Readonly<Record<string, string | null>>): { readonly system: string; readonly prompt: string };
}

const partMark = '<!-- input -->';
/** `{{name}}`: the value. */
const placeholder = /\{\{(\w+)\}\}/gu;
/** `{{#name}}…{{/name}}`: text for a value that is not empty; `{{^name}}…{{/name}}`: text for an empty one. */
const block = /\{\{([#^])(\w+)\}\}\n?([\s\S]*?)\{\{\/\2\}\}\n?/gu;

/** Reads `<id>.md`: instructions for the model, a line with the part mark, and the input. Call it once, at start. */
export function loadPrompt(id: string): Prompt {
  return parsePrompt(id, readFileSync(new URL(`${id}.md`, import.meta.url), 'utf8'));
}

/** Creates a prompt from the text of its file. @throws Error for a text without the two parts */
export function parsePrompt(id: string, text: string): Prompt {
  const [system = '', input = '', ...rest] = text.split(partMark).map((part) => part.trim());
  if (system === '' || input === '' || rest.length > 0)
    throw new Error(`The prompt ${id} must have two parts with one line ${partMark} between them.`);
  const names = [...text.matchAll(/\{\{[#^]?(\w+)\}\}/gu)].map(([, name = '']) => name);
  const placeholders = [...new Set(names)];
  return {
    id,
    placeholders,
    fill(values) {
      assertValues(id, placeholders, Object.keys(values));
      return { system: fillPart(system, values), prompt: fillPart(input, values) };
    },
  };
}

function assertValues(id: string, placeholders: readonly string[], given: readonly string[]): void {
  const wrong = [
    ...placeholders.filter((name) => !given.includes(name)).map((name) => `no value for ${name}`),
    ...given.filter((name) => !placeholders.includes(name)).map((name) => `no placeholder for ${name}`),
  ];
  if (wrong.length > 0) throw new Error(`The prompt ${id} has ${wrong.join(', ')}.`);
}

function fillPart(part: string, values: Readonly<Record<string, string | null>>): string {
  const valueOf = (name: string) => values[name]?.trim() ?? '';
  const chosen = part.replace(block, (...[, kind, name = '', text = '']: string[]) =>
    (valueOf(name) !== '') === (kind === '#') ? text : '',
  );
  // One pass, so that a value that looks like a placeholder stays as it is.
  return chosen
    .replace(/\n{3,}/gu, '\n\n')
    .replace(placeholder, (_, name: string) => valueOf(name))
    .trim();
}
