import { buildStale } from './build.mjs'

/** Runs before tests that start the server as a separate process. */
export const setup = () => buildStale(['server'])
