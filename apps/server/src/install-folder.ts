import { fileURLToPath } from 'node:url'

/** Where MQDeck is installed: as far from these sources (`apps/server/src`) as from the bundle (`apps/server/dist`). No slash at the end. */
export const installFolder = fileURLToPath(new URL('../../..', import.meta.url)).replace(/(.)[/\\]$/, '$1')
