/** For working: most specs. They compute all the time, so that a worker for each core is enough. */
import config from './jest.config.js';

export default {
  ...config,
  maxWorkers: '100%',
  projects: config.projects.filter(({ displayName }) => displayName === 'unit'),
};
