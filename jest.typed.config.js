/** Tests in TypeScript of the built package, alone: `npm run test:typed`. */
import config, { typed } from './jest.config.js';

export default {
  ...config,
  // They share one compiler.
  maxWorkers: 1,
  projects: [typed],
};
