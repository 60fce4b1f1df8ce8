import { type Presence, usePresence } from '../../api/index.ts'

/** Whether the broker has the additions of MQDeck's broker. Undefined until it is known. */
export const useOwnApi = (): Presence | undefined => usePresence()({ get: '/mqdeck/config_versions' })

/** False once the broker is known to be EMQX, which has none of the additions. */
export const useHasOwnApi = (): boolean => useOwnApi() !== 'missing'
