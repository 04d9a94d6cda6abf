export { type Admission, createAdmission, type Reservation, type WorkKind } from './admission.js';
export { type EventLoopWatch, watchEventLoop } from './event-loop-delay.js';
export { type Rounds, startRounds } from './rounds.js';
export { runThrottled } from './run-throttled.js';
