import { z } from 'zod';
import { ValidationError } from '../../src/errors.js';
import { builtInModels } from '@memory-gateway/models';
import { listBundledProviders, readConfiguration } from '../../src/resolvers/configuration/get-configuration.js';
import type { ConfigurationChange } from '../../src/resolvers/configuration/apply-change.js';
import { updateConfiguration } from '../../src/resolvers/configuration/update-configuration.js';
import { generateInstructions } from '../../src/resolvers/configuration/generate-instructions.js';
import { isJsonObject } from '../../src/validate.js';
import { settingNames, toConfiguration } from './configuration-shape.js';
import { jsonObject, messageSchema } from './fields.js';
import { getContext, type SelfHostedRoutes } from './plugin.js';
import { describeRoute } from './responses.js';
import { Configuration } from './schemas.js';

export const selfHostedConfigureRoutes: SelfHostedRoutes = (scope) => {
  const read = describeRoute('readConfiguration', { 200: Configuration }, {});
  scope.get('/configure', read, async (request) => toConfiguration(await readConfiguration(getContext(request))));

  const providers = describeRoute(
    'listProviders',
    { 200: z.object({ llm: z.array(z.string()), embedder: z.array(z.string()) }) },
    {},
  );
  scope.get('/configure/providers', providers, async (request) => {
    const { llm, embedder } = listBundledProviders(getContext(request));
    return { llm: [...llm], embedder: [...embedder] };
  });

  const update = describeRoute('updateConfiguration', { 200: messageSchema }, { level: 'admin', body: jsonObject });
  scope.post('/configure', update, async (request) => {
    const ctx = getContext(request);
    await updateConfiguration(ctx, readChange(request.body, toConfiguration(await readConfiguration(ctx))));
    return { message: 'Configuration set successfully' };
  });

  const generate = describeRoute(
    'generateInstructions',
    { 200: z.object({ custom_instructions: z.string(), test_message: z.string() }) },
    { body: z.object({ use_case: z.string() }) },
  );
  scope.post('/generate-instructions', generate, async (request) => {
    const { customInstructions, testMessage } = await generateInstructions(getContext(request), {
      useCase: request.body.use_case,
    });
    return { custom_instructions: customInstructions, test_message: testMessage };
  });
};

type Body = Readonly<Record<string, unknown>>;

/** Read-only fields of the response. Sending them back unchanged is accepted. */
const fixed = ['version', 'vector_store', 'history_db_path', 'sources', 're_embedding'];

function readChange(body: Body, shown: ReturnType<typeof toConfiguration>): ConfigurationChange {
  const faults: Record<string, string[]> = {};
  for (const name of Object.keys(body).filter((key) => !['llm', 'embedder', 'custom_instructions'].includes(key))) {
    // The re-embedding status changes over time and was never a setting.
    const isShown =
      name === 're_embedding' ||
      name === 'sources' ||
      JSON.stringify(body[name]) === JSON.stringify((shown as Body)[name]);
    if (!fixed.includes(name)) faults[name] = ['is not a setting.'];
    else if (name !== 'version' && !isShown) faults[name] = ['cannot be changed at run time.'];
  }
  const { custom_instructions: instructions } = body;
  if (instructions != null && typeof instructions !== 'string') faults.customInstructions = ['must be text.'];
  const change: ConfigurationChange = {
    ...('llm' in body && { llm: readBlock('llm', { given: body.llm, shown: shown.llm }, faults) }),
    ...('embedder' in body && {
      embedder: readBlock('embedder', { given: body.embedder, shown: shown.embedder }, faults),
    }),
    ...('custom_instructions' in body && { customInstructions: instructions as string | null }),
  };
  if (Object.keys(faults).length > 0) throw new ValidationError(faults);
  return change;
}

function readBlock(
  block: 'llm' | 'embedder',
  { given, shown }: { given: unknown; shown: ReturnType<typeof toConfiguration>['llm'] },
  faults: Record<string, string[]>,
): Readonly<Record<string, never>> | null {
  if (given === null) return null;
  const {
    provider,
    config = {},
    ...rest
  } = (isJsonObject(given) ? given : { '': given }) as { provider?: unknown; config?: unknown };
  if (Object.keys(rest).length > 0 || !isJsonObject(config ?? {}))
    faults[block] = ['must be an object with provider and config.'];
  if (provider !== undefined && typeof provider !== 'string') faults[`${block}.provider`] = ['must be text.'];
  const change: Record<string, unknown> = provider === undefined ? {} : { provider };
  for (const [name, value] of Object.entries(isJsonObject(config) ? config : {})) {
    const known = findSetting(name, provider ?? shown.provider);
    const belongs =
      known !== undefined &&
      (block === 'llm' ? known !== 'dimensions' : !['temperature', 'maxTokens', 'topP'].includes(known));
    if (!belongs) faults[`${block}.${name}`] = ['is not a setting.'];
    else if (isLeftover({ block, provider: provider ?? shown.provider, name: known, value })) continue;
    // Of two names of one setting, the one whose value was changed counts.
    else if (!(known in change) || value !== shown.config[name]) change[known] = value;
  }
  return change as Readonly<Record<string, never>>;
}

/** Returns the setting with this wire name. The name of the base URL of another provider names no setting. */
function findSetting(name: string, provider: unknown): string | undefined {
  const [known] = Object.entries(settingNames).find(([, wires]) => wires.includes(name)) ?? [];
  const isOfOther = name.endsWith('_base_url') && provider !== 'local' && name !== `${String(provider)}_base_url`;
  return isOfOther ? undefined : known;
}

// Forms of the original dashboard send the key and model of the previously selected provider.
function isLeftover(sent: { block: 'llm' | 'embedder'; provider: unknown; name: string; value: unknown }): boolean {
  const { block, provider, name, value } = sent;
  return provider === 'local' || (name === 'model' && value === builtInModels[block]);
}
