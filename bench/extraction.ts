// Measures extraction without a language model: npx tsx bench/extraction.ts [--details]. Compares the memories of 60
// conversations in six languages with the expected ones in bench/extraction/conversations.txt.
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { measureExtraction, readConversations } from './extraction/measure.js';

const { values: options } = parseArgs({ options: { details: { type: 'boolean' } } });
const file = await readFile(new URL('extraction/conversations.txt', import.meta.url), 'utf8');
const conversations = readConversations(file);
const percent = (part: number, whole: number) => `${((100 * part) / Math.max(1, whole)).toFixed(1)} %`;

for (const language of [...new Set(conversations.map((each) => each.language)), 'all']) {
  const chosen = conversations.filter((each) => language === 'all' || each.language === language);
  const { memories, right, facts, found, forbidden } = measureExtraction(chosen);
  console.log(
    `${language.padEnd(4)} ${String(chosen.length).padStart(3)} conversations, ${memories} memories: precision ${percent(right, memories)}, recall ${percent(found, facts)}, ${forbidden.length} hold what must not be stored`,
  );
}
if (options.details) {
  const { wrong, missed, forbidden } = measureExtraction(conversations);
  for (const [title, lines] of Object.entries({ wrong, missed, forbidden }))
    console.log(`\n${title}:\n${lines.map((line) => `  ${line}`).join('\n')}`);
}
