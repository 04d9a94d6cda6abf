import { describeRoutes } from './rest-matrix.js';

await describeRoutes(false, 'outcomes-rest-hosted.txt');
