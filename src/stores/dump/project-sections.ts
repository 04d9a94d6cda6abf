import { shownReplacement } from '../memory/deletion-mark.js';

export interface ProjectSection {
  readonly table: string;
  /** Columns to omit, because they belong to this server or can be computed again. */
  readonly omit: readonly string[];
  /** Additional condition on `t`. `$1` is the project. */
  readonly where?: string;
  readonly order: string;
  /** Columns that are not read as they are, as expressions on `t`. */
  readonly shown?: Readonly<Record<string, string>>;
  /** Columns computed on import if the file has none, as expressions on the row `r`. */
  readonly computed?: Readonly<Record<string, string>>;
}

// Memories that are marked as deleted only wait for their removal.
const isVisible = (column: string) =>
  `NOT EXISTS (SELECT FROM memories d WHERE d.project_id = t.project_id AND d.id = t.${column} AND d.deleted_at IS NOT NULL)`;

const searchedText = 'memory_searched_text(r.question, r.text)';

// Sections in the insertion order that foreign keys require. Row order does not depend on the server, so an imported
// project exports to the same bytes.
export const projectSections: readonly ProjectSection[] = [
  { table: 'profile_settings', omit: [], order: 't.project_id' },
  { table: 'entities', omit: ['id'], order: 't.id' },
  {
    table: 'memories',
    // Numbers of this server. The importing server numbers memories in the order of insertion.
    omit: ['sequence', 'deleted_at', 'deletion_event_id'],
    where: 't.deleted_at IS NULL',
    order: 't.sequence, t.id',
  },
  {
    table: 'memory_history',
    omit: [],
    where: isVisible('memory_id'),
    order: 't.created_at, t.id',
    shown: { new_memory: shownReplacement('t') },
  },
  {
    table: 'memory_versions',
    omit: ['tsv', 'token_count', 'statement_tokens'],
    where: isVisible('memory_id'),
    order: 't.memory_id, t.known_to',
    computed: {
      tsv: `memory_tsvector(r.search_language, ${searchedText})`,
      token_count: `memory_token_count(memory_tsvector(r.search_language, ${searchedText}))`,
      traits: 'memory_traits(r.text)',
      statement_tokens: 'memory_statement_tokens(r.search_language, r.text)',
    },
  },
  {
    table: 'memory_links',
    omit: [],
    where: `${isVisible('newer_id')} AND ${isVisible('older_id')}`,
    order: 't.created_at, t.id',
  },
  { table: 'memory_access', omit: ['id'], where: isVisible('memory_id'), order: 't.memory_id, t.accessed_at, t.id' },
  { table: 'feedback', omit: [], where: isVisible('memory_id'), order: 't.created_at, t.id' },
  {
    table: 'profiles',
    omit: ['event_id'],
    // Generated from texts that are hidden.
    where:
      'NOT EXISTS (SELECT FROM memories d WHERE d.project_id = t.project_id AND d.id = ANY (t.source_ids) AND d.deleted_at IS NOT NULL)',
    order: 't.entity_type, t.entity_name COLLATE "C"',
  },
];

/** Settings of the project: one row, the first section of the file. */
export const settingsSection = {
  table: 'projects',
  omit: ['organization_id', 'is_default', 'deleted_at', 'request_bodies_from'],
} as const;
