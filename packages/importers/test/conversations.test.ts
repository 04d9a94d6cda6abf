import { expect, it } from 'vitest';
import { readForeignRecords } from '../src/index.js';

async function readAll(format: string, conversations: readonly object[]): Promise<unknown[]> {
  async function* read() {
    yield JSON.stringify(conversations);
  }
  const records: unknown[] = [];
  for await (const record of readForeignRecords({ format, layout: 'document', text: read() })) records.push(record);
  return records;
}

it('a message of a Claude export has the texts of its blocks, also of blocks that are bare texts', async () => {
  const message = {
    uuid: 'm1',
    sender: 'human',
    text: '',
    content: ['I sail.', { type: 'text', text: 'I ski.' }, { type: 'image' }, ' ', 'I swim.'],
  };
  const conversations = [{ uuid: 'c1', name: 'Sports', chat_messages: [message, { ...message, content: 'I row.' }] }];
  expect(await readAll('claude', conversations)).toEqual([
    { id: 'm1', text: 'I sail.\nI ski.\nI swim.', role: 'user', runId: 'c1', metadata: { title: 'Sports' } },
    { id: 'm1', leftOut: 'The record has no text.' },
  ]);
});

it('a spoken message of a ChatGPT export has the text that was heard', async () => {
  const parts = [
    { content_type: 'audio_transcription', text: 'I row.', direction: 'in' },
    { content_type: 'real_time_user_audio_video_asset_pointer', audio_asset_pointer: { size_bytes: 5 } },
  ];
  const message = { id: 'm1', author: { role: 'user' }, content: { content_type: 'multimodal_text', parts } };
  const conversations = [{ id: 'c1', current_node: 'n1', mapping: { n1: { id: 'n1', parent: null, message } } }];
  expect(await readAll('chatgpt', conversations)).toEqual([
    { id: 'm1', text: 'I row.', role: 'user', runId: 'c1', metadata: null },
  ]);
});

it('a ChatGPT conversation of 300,000 messages is read, although its file is a chain', async () => {
  const mapping = Object.fromEntries(
    Array.from({ length: 300_000 }, (_, index) => [`n${index}`, { parent: `n${index - 1}` }]),
  );
  const last = { id: 'm1', author: { role: 'user' }, content: { parts: ['I row.'] } };
  const conversation = {
    id: 'c1',
    current_node: 'n',
    mapping: { ...mapping, n: { parent: 'n299999', message: last } },
  };
  expect(await readAll('chatgpt', [conversation])).toMatchObject([{ id: 'm1', text: 'I row.' }]);
});
