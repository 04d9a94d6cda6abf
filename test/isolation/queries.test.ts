import { describeFields } from './graphql-matrix.js';

describeFields('query', 'outcomes-query.txt');
