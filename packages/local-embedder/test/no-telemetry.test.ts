import { once } from 'node:events';
import { readdir, readlink } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { startProcess } from '../src/start-process.js';

it.runIf(process.platform === 'linux')(
  'the process of the model sends no reports: ONNX Runtime keeps none in a file to send',
  { timeout: 60_000 },
  async () => {
    const child = startProcess({ engine: 'auto', model: null });
    try {
      const [message] = (await once(child, 'message')) as [unknown];
      expect(message).toMatchObject({ type: 'ready' });
      const folder = `/proc/${child.pid}/fd`;
      const files = await Promise.all(
        (await readdir(folder)).map((name) => readlink(`${folder}/${name}`).catch(() => '')),
      );
      expect(files.filter((file) => file.includes('onnxruntime.db'))).toEqual([]);
    } finally {
      child.kill('SIGKILL');
    }
  },
);
