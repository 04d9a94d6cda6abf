import { readFileSync } from 'node:fs';

/** A prompt for a language model, read from a text file of the folder prompts. */
export interface Prompt {
  /** Name and version of the file, such as `extract-memories.v8`. Increment the version with every change. */
  readonly id: string;
  readonly placeholders: readonly string[];
  /** The examples among the instructions. */
  readonly examples: string;
  /** Fills the placeholders; null and blank values are empty. @throws Error unless every placeholder has one value */
  fill(values: Readonly<Record<string, string | null>>): { readonly system: string; readonly prompt: string };
}

const partMark = '<!-- input -->';
/** `{{name}}`: a value. */
const placeholder = /\{\{(\w+)\}\}/gu;
/** `{{#name}}…{{/name}}`: text if the value is not empty. `{{^name}}…{{/name}}`: text if it is empty. */
const block = /\{\{([#^])(\w+)\}\}\n?([\s\S]*?)\{\{\/\2\}\}\n?/gu;

/** Reads `<id>.md`: instructions for the model, the part mark, and the input. Call it once, at start. */
export function loadPrompt(id: string): Prompt {
  return parsePrompt(id, readFileSync(new URL(`../prompts/${id}.md`, import.meta.url), 'utf8'));
}

/** Parses the text of a prompt file. @throws Error if one of the two parts is missing */
export function parsePrompt(id: string, text: string): Prompt {
  const [system = '', input = '', ...rest] = text.split(partMark).map((part) => part.trim());
  if (system === '' || input === '' || rest.length > 0)
    throw new Error(`The prompt ${id} must have two parts with one line ${partMark} between them.`);
  const names = [...text.matchAll(/\{\{[#^]?(\w+)\}\}/gu)].map(([, name = '']) => name);
  const placeholders = [...new Set(names)];
  return {
    id,
    placeholders,
    examples: /^Example[^]*/mu.exec(system)?.[0] ?? '',
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
  // One pass, so that values are not searched for placeholders.
  return chosen
    .replace(/\n{3,}/gu, '\n\n')
    .replace(placeholder, (_, name: string) => valueOf(name))
    .trim();
}
