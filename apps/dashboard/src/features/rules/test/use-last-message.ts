import { useEffect, useState } from 'react'
import { useData } from '../../../data/index.ts'
import { fromBase64, toText } from '../../../lib/payload.ts'
import { filterFault } from '../../../lib/topic-filter.ts'
import { retainedSampleQuery } from '../queries.ts'

/** Milliseconds without a change of the SQL before the broker is asked: not with every key. */
const settledAfterMs = 600

/**
 * Test values from the newest retained message that `source` selects: a real payload, for rules with a WHERE. Undefined where there is
 * none, or none that is text, and while the SQL is being typed.
 */
export function useLastMessage(source: string | undefined): Readonly<Record<string, string>> | undefined {
  const [settled, setSettled] = useState(source)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(source), settledAfterMs)
    return () => clearTimeout(timer)
  }, [source])
  const filter = settled === source && source !== undefined && isOfMessages(source) ? source : undefined
  const { data: message } = useData(retainedSampleQuery, { filter: filter ?? '' }, { enabled: filter !== undefined })
  if (filter === undefined || !message?.payload) return undefined
  const payload = toText(fromBase64(message.payload))
  if (payload === undefined) return undefined
  const { topic, qos, from_clientid: clientid, from_username: username } = message
  return { topic, payload, qos: String(qos), clientid, ...(username !== 'undefined' && { username }) }
}

const isOfMessages = (source: string) => !source.startsWith('$') && filterFault(source) === undefined
