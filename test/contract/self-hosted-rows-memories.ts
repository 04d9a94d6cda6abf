import { section, type RowInput } from './self-hosted-row.js';

const memories = (title: string) => `self-hosted/memories: ${title}`;
const found = (title: string) => `self-hosted/search: ${title}`;
const more = (title: string) => `contract/self-hosted-memories: ${title}`;
const models = (title: string) => `contract/self-hosted-models: ${title}`;

const trimmed = more('are trimmed wherever they are given, blank ones are absent');
const blanks = more('are refused with 400 when there is a blank inside, wherever they are given');
const wrongAdd = memories('answers 400 without an id, with blanks in it, for a bad date and an unknown type');
const wrongSearch = found(
  'answers 400 without an id at the top, for a blank query, values out of range and unknown operators; 422 for types',
);
const newest = more('are newest first and the same each time, also among equal times, by number of rows and by page');
const history = more('has the time of its creation on every row of its history, also when it was dated back');
const changes = memories('PUT changes text, merges metadata, sets and clears the day of expiry');
const outlives = memories(
  'history: oldest first, outlives the memory, empty for an unknown id, 404 for a malformed one',
);
const missing = memories('GET answers the memory with score null; 404 for unknown and malformed ids');

const rows: readonly RowInput[] = [
  [
    'POST /memories `messages`: text alone, other keys dropped, none is fine',
    'roles other than assistant, system and tools count as user; `timestamp` of a message is read, too',
    memories('answers 422 with a list of faults for typed input'),
    memories('answers an empty list when there is nothing to remember'),
    more(
      'takes any role: what is not from a system or tool is stored, and answered with the role that it is stored with',
    ),
  ],
  [
    'POST /memories `user_id`, `agent_id`, `run_id`: one of them, trimmed, no whitespace inside',
    '`app_id` too',
    trimmed,
    blanks,
    wrongAdd,
  ],
  [
    'POST /memories `metadata`: no owners, `created_at` dates back',
    null,
    more('does not let metadata set owner or speaker'),
    memories('drops owners out of metadata and dates a memory back'),
  ],
  [
    'POST /memories `expiration_date`',
    null,
    wrongAdd,
    more('looks at the day of expiry and the type also when there is nothing to remember'),
  ],
  [
    'POST /memories `infer`: false stores each message as it stands',
    'a text that is there already is not reported again',
    memories('infer=false stores each message that is not from the system, as it stands'),
  ],
  [
    'POST /memories `memory_type`: procedural_memory alone',
    'extracted like everything else',
    wrongAdd,
    more('looks at the day of expiry and the type also when there is nothing to remember'),
  ],
  [
    'POST /memories `prompt`: in place of the instructions',
    'the built-in extractor understands none',
    models('takes prompt in place of the instructions of the installation'),
  ],
  ['GET /memories `user_id`, `agent_id`, `run_id`: together, blank is absent', null, more('narrow together'), trimmed],
  [
    'GET /memories `top_k`: 0 to 1000, 20 or 1000',
    null,
    memories('scoped: 20 unless top_k says otherwise, which goes from 0 to 1000'),
    newest,
  ],
  [
    'GET /memories `show_expired`, of the scoped form',
    null,
    memories('scoped: leaves expired memories out unless they are asked for; an id with blanks is 400'),
  ],
  [
    'GET /memories, scoped',
    '`app_id` beside the other owners',
    memories('scoped: shows what is set alone, newest first, without scores'),
  ],
  [
    'GET /memories, unscoped: for admins, every field',
    'nothing of ours in metadata; `*` alone is unscoped too',
    memories('unscoped: shows admins everything, expired too, with every field; others 403'),
    more('of everything are for admins, also when it is asked for with a star'),
    more('hold nothing of ours in the metadata of a memory'),
  ],
  ['GET /memories/{id}', 'unknown and malformed ids are 404', missing, more('is answered in the documented fields')],
  [
    'PUT /memories/{id}',
    'a malformed id is 404',
    changes,
    memories('PUT answers 400 for nothing and a bad date, 422 for other types'),
    more('merges what several add to its metadata at the same time'),
    more('is changed only in what is given, and refuses metadata that grows beyond what can be kept'),
    missing,
  ],
  ['GET /memories/{id}/history', 'a malformed id is 404', outlives],
  ['DELETE /memories/{id}', 'a malformed id is 404', outlives, missing],
  [
    'DELETE /memories by owners',
    'gone from every read at once; `event_id` names the work behind',
    found('DELETE /memories deletes what carries the ids, at once for every reader'),
    found('DELETE /memories answers 400 without an id and leaves everything'),
    blanks,
  ],
  [
    'POST /search',
    null,
    found('answers memories with scores, best first; owners beside the filters count as well'),
    more('answers results in the documented fields'),
  ],
  [
    'POST /reset',
    'of the history of memories stays that they were deleted',
    found('POST /reset deletes all memories of the project with what their history says, and no user, key or log'),
  ],
  [
    'Adding answers when the memories are there',
    'after two minutes 202 with the event to follow; 409 when it was called off',
    memories('infer=true waits for the extraction'),
    models('answers when the memories are there, with what the model found'),
    models('is 200 with nothing when the model finds nothing'),
    models('is 409 when it is cancelled meanwhile, and nothing is stored'),
  ],
  ['Lists come in any order', 'newest first', newest],
  ['An id with whitespace inside is 502', '400', blanks],
  [
    'A row of the history: created with its memory, changed at its own time, the last one deleted',
    '`actor_id` and `role` are null',
    history,
    outlives,
  ],
  [
    'Search: `top_k` 20, `threshold` 0.1, `explain`, `show_expired`, owners beside the filters',
    'a `top_k` beyond 1000 finds 1000',
    more(
      'has no upper bound of results that would be an error, passes over rerank, and shows expired memories when asked',
    ),
    found('explains scores'),
    found('answers memories with scores, best first; owners beside the filters count as well'),
  ],
  ['Search: 400 and 422', null, wrongSearch, blanks],
  [
    'Search: owners stand at the top of the filters',
    null,
    wrongSearch,
    found('filters by metadata on the level of everything else'),
  ],
];

/** Section 1.9: memories. */
export const memorySections = section('1.9', rows);
