import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** A turn of a conversation. One line of `turns.jsonl`, a flattened LoCoMo conversation. */
export interface Turn {
  /** Conversation id. */
  readonly conv: string;
  /** Id within the conversation, such as `D3:12`. */
  readonly id: string;
  readonly session: number;
  /** Local time without a zone, read as UTC. */
  readonly date: string;
  readonly speaker: string;
  /** Default: user. */
  readonly role?: 'assistant';
  readonly text: string;
}

/** A question about a conversation. One line of `questions.jsonl`. */
export interface Question {
  readonly conv: string;
  readonly qid: string;
  /** Name of the category. */
  readonly cat: string;
  readonly question: string;
  /** Ids of the turns that contain the answer. */
  readonly evidence: readonly string[];
}

/** A fact that a model extracted from turns. One line of `observations.jsonl`. */
export interface Observation {
  readonly conv: string;
  readonly speaker: string;
  readonly text: string;
  /** Ids of the turns that it comes from. */
  readonly evidence: readonly string[];
}

/** A conversation with its questions. */
export interface Conversation {
  readonly id: string;
  readonly turns: readonly Turn[];
  /** Facts that a model extracted. Empty without `observations.jsonl`. */
  readonly observations: readonly Observation[];
  /** Questions with evidence. */
  readonly questions: readonly Question[];
  /** Questions about something that was never said. In the LoCoMo format: those of the category `adversarial`. */
  readonly unanswerable: readonly Question[];
}

/**
 * Reads all conversations of a file in order, without empty turns, and the questions and facts of `questions.jsonl` and
 * `observations.jsonl` next to it, if any.
 * @throws Error for a file that cannot be read or has another format
 */
export async function readConversations(turnsFile: string): Promise<Conversation[]> {
  const questionsFile = join(dirname(turnsFile), 'questions.jsonl');
  const observationsFile = join(dirname(turnsFile), 'observations.jsonl');
  const turns = (await readLines<Turn>(turnsFile)).filter((turn) => turn.text.trim() !== '');
  const questions = existsSync(questionsFile) ? await readLines<Question>(questionsFile) : [];
  const observations = existsSync(observationsFile) ? await readLines<Observation>(observationsFile) : [];
  const missing = turns.find((turn) => !turn.conv || !turn.id || !turn.date || !turn.speaker);
  if (missing || turns.length === 0)
    throw new Error(`${turnsFile}: each line must be a turn with conv, id, session, date, speaker and text.`);
  return [...new Set(turns.map((turn) => turn.conv))].map((id) => ({
    id,
    turns: turns.filter((turn) => turn.conv === id),
    observations: observations.filter((observation) => observation.conv === id),
    questions: questions.filter((question) => question.conv === id && question.evidence.length > 0),
    unanswerable: questions.filter((question) => question.conv === id && question.cat === 'adversarial'),
  }));
}

async function readLines<Row>(file: string): Promise<Row[]> {
  const lines = (await readFile(file, 'utf8')).split('\n');
  return lines.flatMap((line, index) => {
    if (line.trim() === '') return [];
    try {
      return [JSON.parse(line) as Row];
    } catch {
      throw new Error(`${file}:${index + 1} is not JSON.`);
    }
  });
}

/** Returns the time of a turn in the API's format. */
export function timestampOf({ date }: Turn): string {
  return new Date(`${date.length === 16 ? `${date}:00` : date}Z`).toISOString();
}
