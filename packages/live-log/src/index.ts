export { createFrameQueue, mapFrames } from './frame-queue.js';
export { createIterator } from './iterator.js';
export { isPushed, type Push, type PushedIterator, type Sink } from './pushed.js';
export { backOff } from './retry.js';
export { type DroppedFrame, type LogFrame, subscribeToLog, type Subscription } from './subscription.js';
export { createTailer, type Tailer, unknownEnd } from './tailer.js';
