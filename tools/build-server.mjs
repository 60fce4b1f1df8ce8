import { buildStale } from './build.mjs'

/** Runs before tests that start the server, the broker or the demo as a separate process. */
export const setup = () => buildStale(['server', 'test broker', 'demo'])
