import type { SessionKeeper } from '../../data/index.ts'
import { createStoredValue } from '../../lib/stored-value.ts'
import { createValue, type Value } from '../../lib/value.ts'
import {
  type ConnectionParts,
  type ConnectionSettings,
  createMqttConnection,
  loadLibrary,
  type MqttConnection,
  newSettings,
  socketOpener,
  ticker,
} from '../../mqtt-client/index.ts'
import { type Draft, emptyDraft } from './draft.ts'
import { everything, type MessageFilter } from './message-filter.ts'
import { createMessageLog, type MessageLog } from './message-log.ts'
import { createRecorder, type Recorder } from './recording.ts'
import { createRepetition, type Repetition } from './repetition.ts'
import { createTraffic, type Traffic } from './traffic.ts'

/** One tab: a connection and all that belongs to it. */
export interface Bench {
  readonly id: number
  /** Empty: "Connection" and its number. */
  readonly name: Value<string>
  readonly settings: Value<ConnectionSettings>
  /** The settings had their chance to become those of a listener. */
  readonly isAddressProposed: Value<boolean>
  readonly connection: MqttConnection
  readonly log: MessageLog
  readonly traffic: Traffic
  readonly draft: Value<Draft>
  readonly filter: Value<MessageFilter>
  /** Name of the payload's field with the time of sending; empty: none. */
  readonly latencyField: Value<string>
  readonly repetition: Repetition
  readonly recorder: Recorder
  /** Drafts that were sent, the newest first. */
  readonly history: Value<readonly Draft[]>
  readonly interval: Value<{ readonly every: number | undefined; readonly count: number | undefined }>
}

/** All tabs of a session; the first is always there. */
export interface Workbench {
  readonly benches: Pick<Value<readonly Bench[]>, 'get' | 'subscribe'>
  /** Id of the one that is shown. */
  readonly open: Value<number>
  /** Undefined when there are as many as may be. */
  readonly add: () => Bench | undefined
  readonly remove: (id: number) => void
  readonly endAll: () => void
}

/** The first, and six beside it. */
export const mostBenches = 7
const mostRemembered = 20

const workbenches = new WeakMap<SessionKeeper, Workbench>()

/** Of this page's session. It stays while the user is on other pages; with the session all connections end. */
export function workbenchOf(session: SessionKeeper): Workbench {
  const known = workbenches.get(session)
  if (known) return known
  const workbench = createWorkbench(socketOpener(session))
  workbenches.set(session, workbench)
  const stopListening = session.onEnd(() => {
    workbench.endAll()
    workbenches.delete(session)
    stopListening()
  })
  return workbench
}

function createWorkbench(openSocket: ConnectionParts['openSocket']): Workbench {
  let lastId = 0
  const makeBench = () => {
    lastId += 1
    return createBench(lastId, openSocket)
  }
  const first = makeBench()
  const benches = createValue<readonly Bench[]>([first])
  const open = createValue(first.id)
  return {
    benches,
    open,
    add() {
      const all = benches.get()
      if (all.length >= mostBenches) return undefined
      const bench = makeBench()
      // Likely the same broker, under another name.
      const { clientId, ...like } = (all.find(({ id }) => id === open.get()) ?? first).settings.get()
      bench.settings.set({ ...like, clientId: bench.settings.get().clientId })
      benches.set([...all, bench])
      open.set(bench.id)
      return bench
    },
    remove(id) {
      const all = benches.get()
      const index = all.findIndex((one) => one.id === id)
      const bench = all[index]
      if (!bench || all.length === 1) return
      endBench(bench)
      const rest = all.filter((one) => one.id !== id)
      benches.set(rest)
      if (open.get() === id) open.set((rest[index] ?? rest.at(-1) ?? first).id)
    },
    endAll() {
      for (const bench of benches.get()) endBench(bench)
    },
  }
}

function createBench(id: number, openSocket: ConnectionParts['openSocket']): Bench {
  const log = createMessageLog()
  const connection = createMqttConnection({ log, load: loadLibrary, ticker, openSocket })
  const traffic = createTraffic(log.totals)
  connection.state.subscribe(() => {
    if (connection.state.get() === 'connected') traffic.start()
  })
  return {
    id,
    name: createValue(''),
    settings: createValue(newSettings(location)),
    isAddressProposed: createValue(false),
    connection,
    log,
    traffic,
    draft: createValue(emptyDraft),
    filter: createValue(everything),
    latencyField: createValue(''),
    repetition: createRepetition(ticker),
    recorder: createRecorder(log, ticker),
    history: createValue<readonly Draft[]>([]),
    interval: createValue<{ every: number | undefined; count: number | undefined }>({ every: 1000, count: 10 }),
  }
}

function endBench({ connection, traffic, repetition, recorder }: Bench): void {
  repetition.stop()
  recorder.stopReplay()
  recorder.stopRecording()
  connection.end()
  traffic.stop()
}

/** Keeps the draft among those that were sent; the same one only once. */
export function rememberDraft({ history }: Bench, draft: Draft): void {
  const text = JSON.stringify(draft)
  const others = history.get().filter((one) => JSON.stringify(one) !== text)
  history.set([draft, ...others].slice(0, mostRemembered))
}

export interface SavedMessage {
  readonly name: string
  readonly draft: Draft
}

/** Kept in this browser; not those with a file. */
export const savedMessages = createStoredValue<readonly SavedMessage[]>('webSocketMessages', {
  parse(text) {
    try {
      const all: unknown = JSON.parse(text ?? '[]')
      return Array.isArray(all) ? all.filter(isSaved).map(complete) : []
    } catch {
      return []
    }
  },
  format: (all) => JSON.stringify(all),
})

const isSaved = (value: unknown): value is SavedMessage =>
  typeof value === 'object' &&
  value !== null &&
  'name' in value &&
  typeof value.name === 'string' &&
  'draft' in value &&
  typeof value.draft === 'object' &&
  value.draft !== null &&
  'topic' in value.draft &&
  typeof value.draft.topic === 'string' &&
  'payload' in value.draft &&
  typeof value.draft.payload === 'string'

/** An older page had fewer fields. */
const complete = ({ name, draft }: SavedMessage): SavedMessage => ({
  name,
  draft: { ...emptyDraft, ...draft, file: undefined },
})

export function saveMessage(name: string, draft: Draft): void {
  const others = savedMessages.get().filter((one) => one.name !== name)
  savedMessages.set([...others, { name, draft: { ...draft, file: undefined } }].slice(-50))
}

export function removeMessage(name: string): void {
  savedMessages.set(savedMessages.get().filter((one) => one.name !== name))
}
