import { fileURLToPath } from 'node:url'

/** The built server, which is what users run and starts sooner than the sources; fresh, see tools/build-server.mjs. */
export const program = fileURLToPath(new URL('../../dist/main.js', import.meta.url))
