import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLocalReranker, type LocalReranker } from '../src/local-reranker.js';
import { readRerankerFolder } from '../src/model-folder.js';
import { writeTinyModel, writeTinyReranker, type TinyModel } from './tiny-model.js';

const words = { live: [2, 0], wohne: [2, 0], tea: [0, 2], not: [-4, -4] };

let root: string;
let opened: LocalReranker[];
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'reranker-'));
  opened = [];
});
afterEach(async () => {
  await Promise.all(opened.map((reranker) => reranker.close()));
  rmSync(root, { recursive: true });
});

function write(files: TinyModel['files'] = {}): string {
  const folder = join(root, 'cross');
  writeTinyReranker(folder, { words, files });
  return folder;
}

function open(folder: string): LocalReranker {
  const reranker = createLocalReranker(readRerankerFolder(folder));
  opened.push(reranker);
  return reranker;
}

const rounded = (scores: readonly number[]) => scores.map((score) => Number(score.toFixed(2)));

describe('the folder of a cross-encoder', () => {
  it('scores each text together with the query, as a share, in order', async () => {
    const reranker = open(write());
    expect(reranker.id).toMatch(/^local\/cross-[0-9a-f]{8}$/);
    const texts = ['Tea', 'I live here', 'not tea', 'I live here', ''];
    expect(rounded(await reranker.rerank('Wohne', texts))).toEqual([0.5, 0.98, 0, 0.98, 0.5]);
    expect(rounded(await reranker.rerank('tea', ['Tea', 'live']))).toEqual([0.98, 0.5]);
  });

  it('cuts a long text to the length of the model, not the query', async () => {
    const reranker = open(write({ 'sentence_bert_config.json': { max_seq_length: 6 } }));
    const [short = 0, long = 0] = await reranker.rerank('tea', ['live live', `live live ${'tea '.repeat(50)}`]);
    expect(long).toBeCloseTo(short, 2);
  });

  it('stops reading texts when the caller gives up', async () => {
    const reranker = open(write());
    const reason = new Error('given up');
    await expect(reranker.rerank('tea', ['tea'], AbortSignal.abort(reason))).rejects.toBe(reason);
    expect(rounded(await reranker.rerank('tea', ['tea']))).toEqual([0.98]);
  });

  it('is refused if its model has several labels, or is no cross-encoder', async () => {
    const labels = { id2label: { 0: 'no', 1: 'maybe', 2: 'yes' } };
    expect(() => readRerankerFolder(write({ 'config.json': labels }))).toThrow(
      'config.json has 3 labels; a cross-encoder has one.',
    );
    const folder = join(root, 'embedder');
    writeTinyModel(folder, { words });
    await expect(open(folder).rerank('tea', ['tea'])).rejects.toThrow('a cross-encoder has one.');
  });
});
