import { fileURLToPath } from 'node:url'

/**
 * The built server, which users run and which starts faster than the sources. tools/build-server.mjs keeps it up to
 * date.
 */
export const program = fileURLToPath(new URL('../../dist/main.js', import.meta.url))
