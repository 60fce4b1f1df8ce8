import { useMemo, useSyncExternalStore } from 'react'
import { useSession } from '../../api/index.ts'
import { createValue } from '../../lib/json/value.ts'
import type { Draft } from './draft.ts'

/** A message that was sent from this tab and can be sent again. */
export interface SentMessage {
  readonly id: number
  /** Milliseconds. */
  readonly at: number
  readonly username: string
  readonly draft: Draft
  readonly outcome: 'delivered' | 'noSubscribers' | 'partly'
}

const maxRemembered = 20
let lastId = 0

/** Recent messages, the newest first. In memory only, because payloads should not be stored on disk. */
export const sentMessages = createValue<readonly SentMessage[]>([])

export function rememberSent(sent: Omit<SentMessage, 'id'>): void {
  // Cleared when the user changes.
  const own = sentMessages.get().filter(({ username }) => username === sent.username)
  sentMessages.set([{ id: ++lastId, ...sent }, ...own].slice(0, maxRemembered))
}

/** Recent messages of this user and tab, the newest first. */
export function useSent(): readonly SentMessage[] {
  const username = useSession()?.username
  const all = useSyncExternalStore(sentMessages.subscribe, sentMessages.get)
  return useMemo(() => all.filter((one) => one.username === username), [all, username])
}
