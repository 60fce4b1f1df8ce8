import { usePresence } from '../../api/index.ts'

/** False once the broker is known to be EMQX, which has none of the additions of MQDeck's broker. */
export function useHasOwnApi(): boolean {
  return usePresence()({ get: '/mqdeck/config_versions' }) !== 'missing'
}
