import { number, object, refine, string, union } from 'zod/mini';
import { formTexts } from '../../texts/form';
import { fieldsOf, type BlockName, type Field } from './model-block';

const value = union([string(), number()]);

// The server checks models by calling them; the form checks only what needs no call.
function toRule({ kind, name, range }: Field) {
  if (range)
    return value.check(
      refine((given) => given === '' || (Number(given) >= range[0] && Number(given) <= range[1]), {
        error: formTexts.number(...range),
      }),
    );
  if (name === 'baseUrl')
    return value.check(refine((given) => /^(https?:\/\/\S+)?$/i.test(String(given).trim()), { error: formTexts.url }));
  if (kind === 'integer')
    return value.check(
      refine((given) => given === '' || (Number.isInteger(Number(given)) && Number(given) > 0), {
        error: formTexts.integer(1, Number.MAX_SAFE_INTEGER),
      }),
    );
  return value;
}

const toSchema = (name: BlockName) =>
  object({ provider: value, ...Object.fromEntries(fieldsOf[name].map((field) => [field.name, toRule(field)])) });

export const modelSchemas = { llm: toSchema('llm'), embedder: toSchema('embedder') };
