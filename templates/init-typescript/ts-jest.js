/**
 * ts-jest for ES modules. Of a transformer with a `process`, jest calls that first, and ts-jest reports no type errors
 * from it; from `processAsync` it does.
 */
import tsJest from 'ts-jest';

export default {
  createTransformer(options) {
    const { getCacheKey, processAsync } = tsJest.default.createTransformer(options);
    return { getCacheKey, processAsync };
  },
};
