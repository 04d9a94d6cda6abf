import type { Row } from './catalogue.js';
import { accessSections } from './self-hosted-rows-access.js';
import { memorySections } from './self-hosted-rows-memories.js';
import { healthSection, routeSections } from './self-hosted-rows-routes.js';
import { startSections } from './self-hosted-rows-start.js';

/**
 * Every row of the self-hosted server's documentation: paths, storage, start. `note` describes this server's behavior.
 */
export const selfHostedCatalogue: readonly Row[] = [
  ...accessSections,
  ...routeSections,
  ...memorySections,
  ...healthSection,
  ...startSections,
];

/** The table of docs/evidence/self-hosted-api.md. */
export function selfHostedTable(): string {
  const cell = (text: string) => text.replace(/\|/g, '\\|');
  const line = ({ id, text, shown, note }: Row) =>
    `| ${id} | ${/^[A-Z]+ \/\S+$/.test(text) ? `\`${text}\`` : cell(text)} | ${note ? cell(note) : 'just so'} | ${cell(shown.join('; '))} |`;
  return ['| Row | There | Here | Shown by |', '|---|---|---|---|', ...selfHostedCatalogue.map(line)].join('\n');
}
