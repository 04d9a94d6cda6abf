import { loadBuiltInEngine } from '../src/built-in-engine.js';

const engine = await loadBuiltInEngine('auto');
await engine.embed('I moved to Lisbon.');
process.send?.(engine.name);
