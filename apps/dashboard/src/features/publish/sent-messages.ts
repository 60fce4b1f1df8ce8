import { createValue } from '../../lib/value.ts'
import type { Draft } from './draft.ts'

/** A message that was sent from this tab, to be sent again. */
export interface Sent {
  readonly id: number
  /** Milliseconds. */
  readonly at: number
  readonly username: string
  readonly draft: Draft
  readonly outcome: 'delivered' | 'nobody' | 'partly'
}

const mostRemembered = 20
let lastId = 0

/** The newest first. Only in memory: payloads are not for the disk of this machine, and the page forgets with its tab. */
export const sentMessages = createValue<readonly Sent[]>([])

export function rememberSent(sent: Omit<Sent, 'id'>): void {
  // What another user sent is not for this one.
  const own = sentMessages.get().filter(({ username }) => username === sent.username)
  sentMessages.set([{ id: ++lastId, ...sent }, ...own].slice(0, mostRemembered))
}
