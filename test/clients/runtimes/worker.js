// The program in an edge worker, which has fetch and WebSocket and nothing of Node.
import { useClient } from './program.js';

export default {
  async fetch(_request, { URL: url, API_KEY: apiKey }) {
    try {
      await useClient({ url, apiKey, runtime: 'edge' });
      return new Response('ok');
    } catch (error) {
      return new Response(error.stack, { status: 500 });
    }
  },
};
