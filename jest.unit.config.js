/** For working: most specs, alone. */
import config from './jest.config.js';

export default {
  ...config,
  projects: config.projects.filter(({ displayName }) => displayName === 'unit'),
};
