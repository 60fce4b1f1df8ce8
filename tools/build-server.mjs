import { buildStale } from './build.mjs'

/** Before the tests that start the server as a process of its own. */
export const setup = () => buildStale(['server'])
