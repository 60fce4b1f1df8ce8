import { useMemo, useSyncExternalStore } from 'react'
import { useSession } from '../../api/index.ts'
import { type SentMessage, sentMessages } from './sent-messages.ts'

/** Recent messages of this user and tab, the newest first. */
export function useSent(): readonly SentMessage[] {
  const username = useSession()?.username
  const all = useSyncExternalStore(sentMessages.subscribe, sentMessages.get)
  return useMemo(() => all.filter((one) => one.username === username), [all, username])
}
