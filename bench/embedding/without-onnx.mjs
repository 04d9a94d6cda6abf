// Makes ONNX Runtime look as if it were not installed, so that a server embeds on WebAssembly.
import { register } from 'node:module';

register(
  `data:text/javascript,${encodeURIComponent(`
    export async function resolve(specifier, context, next) {
      if (!/onnxruntime/.test(specifier)) return next(specifier, context);
      throw Object.assign(new Error('Not found.'), { code: 'ERR_MODULE_NOT_FOUND' });
    }`)}`,
);
