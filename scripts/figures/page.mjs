/** Returns the sections of a page, each with its heading, and what is before the first one. */
export function readSections(text) {
  const [head, ...parts] = text.split(/^(?=## )/m);
  return { head, sections: parts.map((part) => ({ title: /^## (.+)$/m.exec(part)[1], text: part })) };
}

/** Replaces the section of the same title, or appends it. All others stay as they are. */
export function putSection(page, { title, text }) {
  const { head, sections } = readSections(page.endsWith('\n') ? page : `${page}\n`);
  const isThere = sections.some((section) => section.title === title);
  const texts = sections.map((section) => (section.title === title ? `${text}\n` : section.text));
  return `${[head, ...texts, ...(isThere ? [] : [`\n${text}\n`])].join('').trimEnd()}\n`;
}

const toTable = ({ title, columns, rows }) =>
  [
    ...(title ? [`${title}:`, ''] : []),
    ...[columns, columns.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`),
  ].join('\n');

/** Writes a section: what is measured, its tables, and the circumstances of the run. */
export function toSection({ title, about }, { report, circumstances }) {
  const notes = report.notes ?? [];
  const facts = [...Object.entries(circumstances), ['Rounds', `${report.rounds}.`]];
  const text = [
    `## ${title}`,
    about,
    ...report.tables.map(toTable),
    ...notes,
    facts.map(([name, fact]) => `- ${name}: ${fact}`).join('\n'),
  ].join('\n\n');
  return { title, text: `${text}\n` };
}
