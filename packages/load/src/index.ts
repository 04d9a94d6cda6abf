export { type Admission, createAdmission, type WorkKind } from './admission.js';
export { type EventLoopWatch, watchEventLoop } from './event-loop-delay.js';
export { runThrottled } from './run-throttled.js';
