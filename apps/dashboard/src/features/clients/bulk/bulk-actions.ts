import { useSession, useStartJob } from '../../../api/index.ts'
import { useFormat, useMessages } from '../../../i18n/index.ts'
import { createBan, type Terms, untilOf } from '../../bans/index.ts'
import { cleanSession, kickClientAndSession, unsubscribe } from '../queries.ts'
import { bulkMessages } from './bulk-messages.ts'
import type { RequiredState } from './target-clients-queries.ts'

export const bulkActions = ['kick', 'ban', 'clean', 'unsubscribe'] as const
export type BulkAction = (typeof bulkActions)[number]

/** The connection state that an action requires of its clients. */
export const requiredStates: Readonly<Record<BulkAction, RequiredState>> = {
  kick: 'connected',
  clean: 'disconnected',
  ban: undefined,
  unsubscribe: undefined,
}

/** The input of the form. */
export interface BulkDetails {
  readonly perSecond: number
  readonly terms: Terms
  readonly topic: string
}

/** Starts the action as a job with one request per client. */
export function useStartBulk(): (action: BulkAction, clientids: readonly string[], details: BulkDetails) => void {
  const texts = useMessages(bulkMessages)
  const format = useFormat()
  const startJob = useStartJob()
  const by = useSession()?.username ?? ''
  return (action, clientids, { perSecond, terms, topic }) => {
    const title = texts.actions[action].job(clientids.length, format.number(clientids.length))
    const work = { title, perSecond, nameOf: nameOfClient }
    switch (action) {
      case 'kick':
        startJob({ ...work, items: clientids.map((clientid) => ({ clientid })), change: kickClientAndSession })
        return
      case 'clean':
        startJob({ ...work, items: clientids.map((clientid) => ({ clientid })), change: cleanSession })
        return
      case 'unsubscribe': {
        const topics = [topic]
        startJob({ ...work, items: clientids.map((clientid) => ({ clientid, topics })), change: unsubscribe })
        return
      }
      case 'ban': {
        // The form has checked the expiry.
        const until = untilOf(terms, Date.now()) ?? 'infinity'
        const ban = { as: 'clientid', reason: terms.reason.trim(), until, by } as const
        const items = clientids.map((who) => ({ ...ban, who }))
        startJob({ title, perSecond, nameOf: ({ who }) => who, items, change: createBan })
      }
    }
  }
}

const nameOfClient = ({ clientid }: { readonly clientid: string }) => clientid
