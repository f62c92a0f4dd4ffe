/** In every spec file: see guards.cjs. */
afterEach(() => globalThis.guards.failWhereReached());
afterAll(() => globalThis.guards.failWhereReached());
