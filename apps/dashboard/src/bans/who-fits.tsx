import type { BanDimension } from '@mqdeck/contract'
import { useEffect, useState } from 'react'
import { useData } from '../data/index.ts'
import { useFormat, useMessages } from '../i18n/index.ts'
import { Dim } from '../ui/index.ts'
import { checkWho } from './check-who.ts'
import { messages } from './messages.ts'
import { type CountedKind, fitsQuery } from './queries.ts'

interface WhoFitsProps {
  readonly kind: BanDimension
  readonly who: string
}

/** How many of the connected clients a ban would hit, as far as the broker can tell without looking at every one. */
export function WhoFits({ kind, who }: WhoFitsProps) {
  const texts = useMessages(messages)
  const asked = useSettled(who)
  const isCounted = kind === 'clientid' || kind === 'username' || kind === 'peerhost'
  if (!isCounted) return <Dim small>{texts.notCounted}</Dim>
  if (asked !== who) return <Dim small>{texts.counting}</Dim>
  return <Count as={kind} who={who} />
}

function Count({ as, who }: { readonly as: CountedKind; readonly who: string }) {
  const texts = useMessages(messages)
  const format = useFormat()
  const { data, error, isLoading } = useData(fitsQuery, { as, who }, { enabled: checkWho(as, who) === undefined })
  // It is a hint: without it the ban can be made all the same.
  if (error || (data === undefined && !isLoading)) return null
  return <Dim small>{data === undefined ? texts.counting : texts.fits(data, format.number(data))}</Dim>
}

const pause = 300

/** A text once it has stayed the same for a moment. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pause)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
