// Stands in for the native package better-sqlite3, which is not installed: holds in memory what the peer keeps of vectors.
// Its history and its last messages do not matter to a search and are dropped.
export default class Database {
  #vectors = new Map();

  exec() {}

  transaction(work) {
    return work;
  }

  prepare(statement) {
    const sql = statement.trim();
    if (sql.startsWith('INSERT OR REPLACE INTO vectors'))
      return { run: (id, vector, payload) => void this.#vectors.set(id, { id, vector, payload }) };
    if (sql === 'SELECT * FROM vectors') return { all: () => [...this.#vectors.values()] };
    if (sql === 'SELECT * FROM vectors WHERE id = ?') return { get: (id) => this.#vectors.get(id) };
    if (/\bvectors\b/.test(sql)) throw new Error(`The bench does not know this statement: ${sql}`);
    return { run() {}, get: () => undefined, all: () => [] };
  }
}
