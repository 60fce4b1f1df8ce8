import type { SessionKeeper } from '../../../api/index.ts'
import { createStoredValue } from '../../../lib/browser/stored-value.ts'
import { createValue, type Value } from '../../../lib/json/value.ts'
import {
  type ConnectionParts,
  type ConnectionSettings,
  createMqttConnection,
  loadLibrary,
  type MqttConnection,
  newSettings,
  socketOpener,
  ticker,
} from '../index.ts'
import { type MessageFilter, noFilter } from '../messages/message-filter.ts'
import { createMessageLog, type MessageLog } from '../messages/message-log.ts'
import { createMessageRates, type MessageRates } from '../messages/message-rates.ts'
import { emptyDraft, type MessageDraft } from '../publish/message-draft.ts'
import { createRepetition, type Repetition } from '../publish/repetition.ts'
import { createRecorder, type Recorder } from '../recorder/recorder.ts'

/** One tab: a connection with its settings, messages and forms. */
export interface ConnectionTab {
  readonly id: number
  /** Empty for the default name, “Connection” and its number. */
  readonly name: Value<string>
  readonly settings: Value<ConnectionSettings>
  /** The address of a listener has been proposed already. */
  readonly isAddressProposed: Value<boolean>
  readonly connection: MqttConnection
  readonly log: MessageLog
  readonly rates: MessageRates
  readonly draft: Value<MessageDraft>
  readonly filter: Value<MessageFilter>
  /** Name of the payload field with the send time; empty for none. */
  readonly latencyField: Value<string>
  readonly repetition: Repetition
  readonly recorder: Recorder
  /** Drafts that were sent, newest first. */
  readonly history: Value<readonly MessageDraft[]>
  readonly repeatPlan: Value<{ readonly intervalMs: number | undefined; readonly count: number | undefined }>
}

/** All tabs of a session. There is always at least one. */
export interface ConnectionTabs {
  readonly tabs: Pick<Value<readonly ConnectionTab[]>, 'get' | 'subscribe'>
  /** Id of the tab that is shown. */
  readonly activeId: Value<number>
  /** Undefined when the maximum number of tabs is open. */
  readonly add: () => ConnectionTab | undefined
  readonly remove: (id: number) => void
  readonly closeAll: () => void
}

/** Maximum number of tabs. */
export const maxTabs = 7
const maxHistory = 20

const tabsBySession = new WeakMap<SessionKeeper, ConnectionTabs>()

/** The tabs of this session. They stay open on other pages and are closed with the session. */
export function tabsOf(session: SessionKeeper): ConnectionTabs {
  const existing = tabsBySession.get(session)
  if (existing) return existing
  const connectionTabs = createTabs(socketOpener(session))
  tabsBySession.set(session, connectionTabs)
  const stopListening = session.onEnd(() => {
    connectionTabs.closeAll()
    tabsBySession.delete(session)
    stopListening()
  })
  return connectionTabs
}

function createTabs(openSocket: ConnectionParts['openSocket']): ConnectionTabs {
  let lastId = 0
  const newTab = () => {
    lastId += 1
    return createTab(lastId, openSocket)
  }
  const first = newTab()
  const tabs = createValue<readonly ConnectionTab[]>([first])
  const activeId = createValue(first.id)
  return {
    tabs,
    activeId,
    add() {
      const all = tabs.get()
      if (all.length >= maxTabs) return undefined
      const tab = newTab()
      // The new tab probably connects to the same broker, with another client ID.
      const { clientId, ...copied } = (all.find(({ id }) => id === activeId.get()) ?? first).settings.get()
      tab.settings.set({ ...copied, clientId: tab.settings.get().clientId })
      tabs.set([...all, tab])
      activeId.set(tab.id)
      return tab
    },
    remove(id) {
      const all = tabs.get()
      const index = all.findIndex((each) => each.id === id)
      const tab = all[index]
      if (!tab || all.length === 1) return
      closeTab(tab)
      const rest = all.filter((each) => each.id !== id)
      tabs.set(rest)
      if (activeId.get() === id) activeId.set((rest[index] ?? rest.at(-1) ?? first).id)
    },
    closeAll() {
      for (const tab of tabs.get()) closeTab(tab)
    },
  }
}

function createTab(id: number, openSocket: ConnectionParts['openSocket']): ConnectionTab {
  const log = createMessageLog()
  const connection = createMqttConnection({ log, load: loadLibrary, ticker, openSocket })
  const rates = createMessageRates(log.totals)
  connection.state.subscribe(() => {
    if (connection.state.get() === 'connected') rates.start()
  })
  return {
    id,
    name: createValue(''),
    settings: createValue(newSettings(location)),
    isAddressProposed: createValue(false),
    connection,
    log,
    rates,
    draft: createValue(emptyDraft),
    filter: createValue(noFilter),
    latencyField: createValue(''),
    repetition: createRepetition(ticker),
    recorder: createRecorder(log, ticker),
    history: createValue<readonly MessageDraft[]>([]),
    repeatPlan: createValue<{ intervalMs: number | undefined; count: number | undefined }>({
      intervalMs: 1000,
      count: 10,
    }),
  }
}

function closeTab({ connection, rates, repetition, recorder }: ConnectionTab): void {
  repetition.stop()
  recorder.stopReplay()
  recorder.stopRecording()
  connection.end()
  rates.stop()
}

/** Adds a sent draft to the history. An equal draft is kept only once. */
export function addToHistory({ history }: ConnectionTab, draft: MessageDraft): void {
  const text = JSON.stringify(draft)
  const others = history.get().filter((other) => JSON.stringify(other) !== text)
  history.set([draft, ...others].slice(0, maxHistory))
}

export interface SavedMessage {
  readonly name: string
  readonly draft: MessageDraft
}

/** Messages saved in this browser, without their files. */
export const savedMessages = createStoredValue<readonly SavedMessage[]>('webSocketMessages', {
  parse(text) {
    try {
      const all: unknown = JSON.parse(text ?? '[]')
      return Array.isArray(all) ? all.filter(isSavedMessage).map(withDefaults) : []
    } catch {
      return []
    }
  },
  format: (all) => JSON.stringify(all),
})

const isSavedMessage = (value: unknown): value is SavedMessage =>
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

/** Messages saved by an older version may lack fields. */
const withDefaults = ({ name, draft }: SavedMessage): SavedMessage => ({
  name,
  draft: { ...emptyDraft, ...draft, file: undefined },
})

export function saveMessage(name: string, draft: MessageDraft): void {
  const others = savedMessages.get().filter((other) => other.name !== name)
  savedMessages.set([...others, { name, draft: { ...draft, file: undefined } }].slice(-50))
}

export function removeMessage(name: string): void {
  savedMessages.set(savedMessages.get().filter((other) => other.name !== name))
}
