import { describeFields } from './graphql-matrix.js';

describeFields('mutation', 'outcomes-mutation.txt');
