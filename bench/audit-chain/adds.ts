// Client process of bench/audit-chain.ts: each message `{ seconds }` is answered with the number of accepted adds.
import { add, sendInTurn, type Target } from '../overload/load.js';

const [url = '', apiKey = ''] = process.argv.slice(2);
const target: Target = { url, apiKey };

process.on('message', ({ seconds }: { seconds: number }) => {
  void sendInTurn(target, { clients: 8, seconds }, add).then((outcomes) =>
    process.send?.(outcomes.filter(({ status }) => status === 200).length),
  );
});
