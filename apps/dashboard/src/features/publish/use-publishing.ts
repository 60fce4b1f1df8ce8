import { useState } from 'react'
import { useChange, useSession } from '../../api/index.ts'
import { type Draft, type DraftFaults, emptyDraft, maxLines, toMessages } from './draft.ts'
import { type Published, publishMessages } from './queries.ts'
import { rememberSent } from './sent-messages.ts'

/** Answer of the broker and the topic. */
export interface PublishResult extends Published {
  readonly draft: Draft
}

export interface Publishing {
  readonly draft: Draft
  readonly change: (change: Partial<Draft>) => void
  readonly faults: DraftFaults
  /** There are more lines than fit into one request. */
  readonly hasTooMany: boolean
  readonly outcome: PublishResult | undefined
  readonly error: Error | undefined
  readonly isRunning: boolean
  /** Publishes the draft, or another one. Resolves to false if it is invalid or was rejected. */
  readonly send: (other?: Draft) => Promise<boolean>
}

/** State of the publish form, initially for `topic`, and the result of the last message. */
export function usePublishing(topic = emptyDraft.topic): Publishing {
  const [draft, setDraft] = useState({ ...emptyDraft, topic })
  // Errors are shown after the first attempt only.
  const [hasTried, setTried] = useState(false)
  const [outcome, setOutcome] = useState<PublishResult>()
  const { run, isRunning, error, reset } = useChange(publishMessages)
  const username = useSession()?.username ?? ''
  const read = toMessages(draft)
  const faults = hasTried && 'faults' in read ? read.faults : {}
  const hasTooMany = 'messages' in read && read.messages.length > maxLines

  const send = async (other?: Draft) => {
    const sentDraft = other ?? draft
    const now = toMessages(sentDraft)
    setTried(true)
    setOutcome(undefined)
    reset()
    if (!('messages' in now) || now.messages.length === 0 || now.messages.length > maxLines) return false
    try {
      const published = await run(now.messages)
      setOutcome({ ...published, draft: sentDraft })
      rememberSent({ at: Date.now(), username, draft: sentDraft, outcome: resultOf(published) })
      return true
    } catch {
      // The error is shown from change.error.
      return false
    }
  }
  return {
    draft,
    change: (change) => setDraft((before) => ({ ...before, ...change })),
    faults,
    hasTooMany,
    outcome,
    error,
    isRunning,
    send,
  }
}

export const countDelivered = ({ answers }: Published) => answers.filter((answer) => 'id' in answer).length

function resultOf(published: Published) {
  const delivered = countDelivered(published)
  if (delivered === 0) return 'noSubscribers'
  return delivered === published.answers.length ? 'delivered' : 'partly'
}
