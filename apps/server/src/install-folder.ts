import { fileURLToPath } from 'node:url'

/** Installation folder: the same path from the sources (`apps/server/src`) and the bundle (`apps/server/dist`). No trailing slash. */
export const installFolder = fileURLToPath(new URL('../../..', import.meta.url)).replace(/(.)[/\\]$/, '$1')
