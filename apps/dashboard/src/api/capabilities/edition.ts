import type { Session } from '../session/session.ts'

/** An edition of EMQX; `mqdeck` is the broker included in MQDeck. */
export type Edition = 'enterprise' | 'open-source' | 'mqdeck'

/**
 * Both `ce` and `opensource` are in use. Only the enterprise edition reports a role, and the MQDeck broker, which
 * reports the open-source edition.
 */
export function editionOf({ edition, role }: Pick<Session, 'edition' | 'role'>): Edition | undefined {
  if (edition === 'ee' || edition === 'enterprise') return 'enterprise'
  if (edition === 'ce' || edition === 'opensource') return role === undefined ? 'open-source' : 'mqdeck'
  return undefined
}
