import { buildStale } from './build.mjs'

/** Runs before tests that start the server or the broker as a separate process. */
export const setup = () => buildStale(['server', 'test broker'])
