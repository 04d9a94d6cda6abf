import { expect, it } from 'vitest';
import { readForeignRecords } from '../src/index.js';

it('a message of a Claude export has the texts of its blocks, also of blocks that are bare texts', async () => {
  const message = {
    uuid: 'm1',
    sender: 'human',
    text: '',
    content: ['I sail.', { type: 'text', text: 'I ski.' }, { type: 'image' }, ' ', 'I swim.'],
  };
  const conversations = [{ uuid: 'c1', name: 'Sports', chat_messages: [message, { ...message, content: 'I row.' }] }];
  async function* read() {
    yield JSON.stringify(conversations);
  }
  const records: unknown[] = [];
  for await (const record of readForeignRecords({ format: 'claude', layout: 'document', text: read() }))
    records.push(record);
  expect(records).toEqual([
    { id: 'm1', text: 'I sail.\nI ski.\nI swim.', role: 'user', runId: 'c1', metadata: { title: 'Sports' } },
    { id: 'm1', leftOut: 'The record has no text.' },
  ]);
});
