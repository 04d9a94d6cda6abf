import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLocalEmbedder, type LocalEmbedder } from '../src/local-embedder.js';
import { readModelFolder } from '../src/model-folder.js';
import { writeTinyModel, type TinyModel } from './tiny-model.js';

const words = { live: [1, 0, 0], wohne: [0.9, 0.1, 0], tea: [0, 1, 0], query: [0, 0, 1] };

let root: string;
let opened: LocalEmbedder[];
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'model-'));
  opened = [];
});
afterEach(async () => {
  await Promise.all(opened.map((embedder) => embedder.close()));
  rmSync(root, { recursive: true });
});

function write(files: TinyModel['files'] = {}, ends: TinyModel['words'] = {}): string {
  const folder = join(root, 'tiny');
  writeTinyModel(folder, { words: { ...words, ...ends }, files });
  return folder;
}

function open(files: TinyModel['files'] = {}, ends: TinyModel['words'] = {}): LocalEmbedder {
  const embedder = createLocalEmbedder({ model: readModelFolder(write(files, ends)) });
  opened.push(embedder);
  return embedder;
}

const rounded = ([vector]: Float32Array[]) => Array.from(vector ?? [], (value) => Number(value.toFixed(2)));

describe('a model folder', () => {
  it('embeds texts with its own tokenizer and weights, as unit vectors of the mean', async () => {
    const embedder = open();
    expect([embedder.id, embedder.dimension]).toEqual([expect.stringMatching(/^local\/tiny-[0-9a-f]{8}$/), 3]);
    expect(await embedder.engine()).toEqual({ name: 'onnx', note: undefined });
    expect(rounded(await embedder.embed(['Live']))).toEqual([1, 0, 0]);
    expect(rounded(await embedder.embed(['wohne tea']))).toEqual([0.63, 0.77, 0]);
  });

  it.each([
    ['first', 'pooling_mode_cls_token', [1, 0, 0]],
    ['last', 'pooling_mode_lasttoken', [0, 0, 1]],
  ])('reads the %s token where its pooling says so', async (_, mode, vector) => {
    const embedder = open({ '1_Pooling/config.json': { [mode]: true } }, { '[CLS]': [1, 0, 0], '[SEP]': [0, 0, 1] });
    expect(rounded(await embedder.embed(['tea']))).toEqual(vector);
  });

  it('puts the prefix of queries before a query only', async () => {
    const embedder = open({ 'config_sentence_transformers.json': { prompts: { query: 'query ', passage: '' } } });
    expect(rounded(await embedder.embed(['tea'], { priority: 'query' }))).toEqual([0, 0.71, 0.71]);
    expect(rounded(await embedder.embed(['tea']))).toEqual([0, 1, 0]);
  });

  it('cuts a text to the length of the model, and keeps the token at its end', async () => {
    const embedder = open({ 'sentence_bert_config.json': { max_seq_length: 4 } });
    expect(rounded(await embedder.embed(['tea tea live live live live']))).toEqual([0, 1, 0]);
  });

  it('has another vector space as soon as its files are others', () => {
    const before = readModelFolder(write()).name;
    expect(readModelFolder(write()).name).toBe(before);
    expect(readModelFolder(write({ '1_Pooling/config.json': { pooling_mode_cls_token: true } })).name).not.toBe(before);
  });

  it.each([
    ['config.json is missing.', { 'config.json': null }],
    ['config.json is not JSON.', { 'config.json': '{' }],
    [
      'config.json is not as expected: hidden_size: Invalid input: expected number, received undefined.',
      { 'config.json': {} },
    ],
    ['tokenizer.json is missing.', { 'tokenizer.json': null }],
    ['No weights were found: onnx/model.onnx is missing.', { 'onnx/model.onnx': null }],
    [
      'modules.json has a module that is not supported: sentence_transformers.models.Dense.',
      { 'modules.json': [{ path: '2_Dense', type: 'sentence_transformers.models.Dense' }] },
    ],
    [
      '1_Pooling/config.json must choose the mean, the first or the last token.',
      { '1_Pooling/config.json': { pooling_mode_max_tokens: true } },
    ],
  ])('is refused: %s', (message, files) => {
    const folder = write(files);
    expect(() => readModelFolder(folder)).toThrow(message);
    expect(() => readModelFolder(join(root, 'nowhere'))).toThrow(`${join(root, 'nowhere')} is not a folder.`);
  });

  it('fails with the reason when its weights do not fit its configuration', async () => {
    const embedder = open({ 'config.json': { hidden_size: 5 } });
    await expect(embedder.embed(['tea'])).rejects.toThrow(
      'The vectors of the model have 3 dimensions; config.json says 5.',
    );
  });
});
