import { useSession } from './connection.tsx'
import type { Session } from './session.ts'

/** Of EMQX; `mqdeck` is the broker that MQDeck brings along, which is neither. */
export type Edition = 'enterprise' | 'open-source' | 'mqdeck'

/** `ce`, `opensource`: both names are used. A role is told by the enterprise edition, and by MQDeck's own broker under the name of the other. */
export function editionOf({ edition, role }: Pick<Session, 'edition' | 'role'>): Edition | undefined {
  if (edition === 'ee' || edition === 'enterprise') return 'enterprise'
  if (edition === 'ce' || edition === 'opensource') return role === undefined ? 'open-source' : 'mqdeck'
  return undefined
}

/** Undefined for a broker that says nothing of the kind. */
export function useEdition(): Edition | undefined {
  const session = useSession()
  return session && editionOf(session)
}
