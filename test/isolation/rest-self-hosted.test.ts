import { describeRoutes } from './rest-matrix.js';

await describeRoutes(true, 'outcomes-rest-self-hosted.txt');
