import { ConfigError, loadConfig, type ConfigNeeds, type Environment } from '../../src/config.js';

/** Returns what is wrong with an environment, in sentences. */
export function problemsOf(env: Environment, needs?: ConfigNeeds): readonly string[] {
  try {
    loadConfig(env, needs);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
}
