import type { BanDimension } from '@mqdeck/contract'
import { useEffect, useState } from 'react'
import { useData } from '../../api/index.ts'
import { useFormat, useMessages } from '../../i18n/index.ts'
import { Dim } from '../../ui/index.ts'
import { checkWho } from './check-who.ts'
import { messages } from './messages.ts'
import { type CountedKind, matchingClientsQuery } from './queries.ts'

interface MatchingClientsProps {
  readonly kind: BanDimension
  readonly who: string
}

/** Number of connected clients that a ban would match, for kinds of bans that the broker can count. */
export function MatchingClients({ kind, who }: MatchingClientsProps) {
  const texts = useMessages(messages)
  const settled = useSettled(who)
  const isCounted = kind === 'clientid' || kind === 'username' || kind === 'peerhost'
  if (!isCounted) return <Dim small>{texts.notCounted}</Dim>
  if (settled !== who) return <Dim small>{texts.counting}</Dim>
  return <Count as={kind} who={who} />
}

function Count({ as, who }: { readonly as: CountedKind; readonly who: string }) {
  const texts = useMessages(messages)
  const format = useFormat()
  const { data, error, isLoading } = useData(
    matchingClientsQuery,
    { as, who },
    { enabled: checkWho(as, who) === undefined },
  )
  // Only a hint: the ban can be created without it.
  if (error || (data === undefined && !isLoading)) return null
  return <Dim small>{data === undefined ? texts.counting : texts.matchingClients(data, format.number(data))}</Dim>
}

const settleMs = 300

/** The text after it has not changed for `settleMs`. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), settleMs)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
