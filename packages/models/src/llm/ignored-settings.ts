import type { CallWarning } from 'ai';
import type { LlmSetting, LlmSettings } from '../settings.js';

/** Names of the settings in the package that calls the providers. */
const features: Readonly<Record<LlmSetting, string>> = {
  temperature: 'temperature',
  topP: 'topP',
  maxTokens: 'maxOutputTokens',
};

/**
 * Returns the settings that a call had, and that its model did not get as they are. The package leaves out what a model does not support, such
 * as the temperature of a reasoning model, and lowers a value above the limit of the model.
 */
export function findIgnoredSettings(
  settings: LlmSettings,
  warnings: readonly CallWarning[] = [],
): readonly LlmSetting[] {
  const unsupported = new Set(warnings.flatMap((warning) => (warning.type === 'unsupported' ? [warning.feature] : [])));
  return (Object.keys(features) as LlmSetting[]).filter(
    (name) => settings[name] !== null && unsupported.has(features[name]),
  );
}
