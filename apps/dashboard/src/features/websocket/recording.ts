import { createValue, type Value } from '../../lib/value.ts'
import type { Outgoing, Ticker } from '../../mqtt-client/index.ts'
import type { Message, MessageLog } from './message-log.ts'

/** A message of a recording. */
export interface Recorded extends Outgoing {
  /** Milliseconds since the first one. */
  readonly after: number
}

/** Messages with their timing, and the sending of them once more. */
export interface Recorder {
  readonly recording: Pick<Value<RecordingState>, 'get' | 'subscribe'>
  readonly replaying: Pick<Value<ReplayState | undefined>, 'get' | 'subscribe'>
  /** Takes what comes in (and goes out, if wanted) from now on; what was recorded before is forgotten. */
  readonly record: (alsoSent: boolean) => void
  readonly stopRecording: () => void
  /** Takes messages from elsewhere: a file that was exported. */
  readonly load: (messages: readonly Recorded[]) => void
  /** `send` says false when there is no connection any more. */
  readonly replay: (plan: ReplayPlan, send: (message: Outgoing) => boolean) => void
  readonly stopReplay: () => void
}

interface RecordingState {
  readonly isRunning: boolean
  readonly messages: readonly Recorded[]
  /** The recording ended because it was as long as may be. */
  readonly isFull: boolean
}

interface ReplayState {
  readonly sent: number
  readonly total: number
}

interface ReplayPlan {
  /** 2: twice as fast; Infinity: as fast as it goes. */
  readonly speed: number
  /** Before every topic. */
  readonly prefix: string
  readonly loop: boolean
}

const mostRecorded = { messages: 50_000, bytes: 32 * 1024 * 1024 }
/** Milliseconds between two looks at what is due. */
const turnEvery = 20
/** How many a turn sends at most: the page stays usable when everything is due at once. */
const mostAtOnce = 500

export function createRecorder(
  log: MessageLog,
  ticker: () => Ticker,
  now: () => number = () => performance.now(),
): Recorder {
  const recording = createValue<RecordingState>({ isRunning: false, messages: [], isFull: false })
  const replaying = createValue<ReplayState | undefined>(undefined)
  let stopListening: (() => void) | undefined
  let timer: number | undefined

  const stopRecording = () => {
    stopListening?.()
    stopListening = undefined
    if (recording.get().isRunning) recording.set({ ...recording.get(), isRunning: false })
  }
  const stopReplay = () => {
    if (timer !== undefined) ticker().clear(timer)
    timer = undefined
    replaying.set(undefined)
  }

  return {
    recording,
    replaying,
    stopRecording,
    stopReplay,
    record(alsoSent) {
      stopRecording()
      let next = log.end()
      let startedAt: number | undefined
      let bytes = 0
      const messages: Recorded[] = []
      recording.set({ isRunning: true, messages, isFull: false })
      const take = () => {
        for (next = Math.max(next, log.first()); next < log.end(); next += 1) {
          const message = log.at(next)
          if (!message || (message.direction === 'out' && !alsoSent)) continue
          startedAt ??= message.at
          bytes += message.payload.length
          if (messages.length >= mostRecorded.messages || bytes > mostRecorded.bytes) {
            recording.set({ isRunning: true, messages: [...messages], isFull: true })
            stopRecording()
            return
          }
          messages.push(toRecorded(message, startedAt))
        }
        recording.set({ isRunning: true, messages, isFull: false })
      }
      const unsubscribe = log.subscribe(take)
      stopListening = () => {
        unsubscribe()
        // The last frame may be yet to come.
        stopListening = undefined
        take()
      }
    },
    load(messages) {
      stopRecording()
      recording.set({ isRunning: false, messages, isFull: false })
    },
    replay({ speed, prefix, loop }, send) {
      stopRecording()
      stopReplay()
      const { messages } = recording.get()
      const total = messages.length
      if (total === 0) return
      let startedAt = now()
      let next = 0
      let sent = 0
      const turn = () => {
        const reached = (now() - startedAt) * speed
        for (let count = 0; count < mostAtOnce; count += 1) {
          const message = messages[next]
          if (!message || message.after > reached) break
          if (!send({ ...message, topic: prefix + message.topic })) {
            stopReplay()
            return
          }
          next += 1
          sent += 1
        }
        replaying.set({ sent, total })
        if (next < total) return
        if (!loop) {
          stopReplay()
          return
        }
        next = 0
        startedAt = now()
      }
      timer = ticker().set(turn, turnEvery)
      turn()
    },
  }
}

/** What is sent again: not the alias and not the subscription identifiers, which belong to the connection it came through. */
export function toRecorded(message: Message, startedAt: number): Recorded {
  const { topic, payload, qos, retain, at, properties } = message
  const { topicAlias: _, subscriptionIds: __, ...kept } = properties ?? {}
  return {
    topic,
    // A copy, because what the log drops shall not be held by it.
    payload: payload.slice(),
    qos,
    retain,
    after: Math.max(0, at - startedAt),
    ...(Object.keys(kept).length > 0 && { properties: kept }),
  }
}
