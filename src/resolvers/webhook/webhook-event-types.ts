export { webhookEventTypes } from '../../engine/webhook/payload.js';
