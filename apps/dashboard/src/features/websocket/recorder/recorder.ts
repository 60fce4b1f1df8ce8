import { createValue, type Value } from '../../../lib/json/value.ts'
import type { OutgoingMessage, Ticker } from '../index.ts'
import type { LoggedMessage, MessageLog } from '../messages/message-log.ts'

/** A message of a recording. */
export interface RecordedMessage extends OutgoingMessage {
  /** Milliseconds since the first message. */
  readonly after: number
}

/** Records messages with their timing and replays them. */
export interface Recorder {
  readonly recording: Pick<Value<RecordingState>, 'get' | 'subscribe'>
  readonly replaying: Pick<Value<ReplayState | undefined>, 'get' | 'subscribe'>
  /** Starts a new recording of received messages, and of sent ones with `includesSent`. Replaces the previous recording. */
  readonly record: (includesSent: boolean) => void
  readonly stopRecording: () => void
  /** Replaces the recording, for example with messages from an exported file. */
  readonly load: (messages: readonly RecordedMessage[]) => void
  /** `send` returns false when the connection has ended. */
  readonly replay: (plan: ReplayPlan, send: (message: OutgoingMessage) => boolean) => void
  readonly stopReplay: () => void
}

interface RecordingState {
  readonly isRunning: boolean
  readonly messages: readonly RecordedMessage[]
  /** The recording stopped because it reached the limit. */
  readonly isFull: boolean
}

interface ReplayState {
  readonly sent: number
  readonly total: number
}

interface ReplayPlan {
  /** 2 is twice as fast, Infinity as fast as possible. */
  readonly speed: number
  /** Put before every topic. */
  readonly prefix: string
  readonly loop: boolean
}

const recordingLimit = { messages: 50_000, bytes: 32 * 1024 * 1024 }
/** Milliseconds between two checks for messages that are due. */
const checkIntervalMs = 20
/** Maximum number of messages per check, so that the page stays responsive. */
const maxPerCheck = 500

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
    record(includesSent) {
      stopRecording()
      let next = log.end()
      let startedAt: number | undefined
      let bytes = 0
      const messages: RecordedMessage[] = []
      recording.set({ isRunning: true, messages, isFull: false })
      const recordNew = () => {
        for (next = Math.max(next, log.first()); next < log.end(); next += 1) {
          const message = log.at(next)
          if (!message || (message.direction === 'out' && !includesSent)) continue
          startedAt ??= message.at
          bytes += message.payload.length
          if (messages.length >= recordingLimit.messages || bytes > recordingLimit.bytes) {
            recording.set({ isRunning: true, messages: [...messages], isFull: true })
            stopRecording()
            return
          }
          messages.push(toRecorded(message, startedAt))
        }
        recording.set({ isRunning: true, messages, isFull: false })
      }
      const unsubscribe = log.subscribe(recordNew)
      stopListening = () => {
        unsubscribe()
        // Messages since the last notification of the log.
        stopListening = undefined
        recordNew()
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
      const sendDue = () => {
        const elapsed = (now() - startedAt) * speed
        for (let count = 0; count < maxPerCheck; count += 1) {
          const message = messages[next]
          if (!message || message.after > elapsed) break
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
      timer = ticker().set(sendDue, checkIntervalMs)
      sendDue()
    },
  }
}

/** Without topic alias and subscription identifiers, which belong to the original connection. */
export function toRecorded(message: LoggedMessage, startedAt: number): RecordedMessage {
  const { topic, payload, qos, retain, at, properties } = message
  const { topicAlias: _, subscriptionIds: __, ...kept } = properties ?? {}
  return {
    topic,
    // A copy, so that the recording does not keep the buffers of the log.
    payload: payload.slice(),
    qos,
    retain,
    after: Math.max(0, at - startedAt),
    ...(Object.keys(kept).length > 0 && { properties: kept }),
  }
}
