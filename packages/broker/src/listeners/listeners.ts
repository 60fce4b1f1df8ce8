import { listenerId, listenerTypes } from '@mqdeck/contract'
import { inOrder } from '@mqdeck/kit'
import type { ListenerCapability } from '../types.ts'
import { createCertificateReload } from './certificate-reload.ts'
import { createStreamListener, type Listener, type ListenerPorts } from './listener.ts'
import { ListenerError } from './listener-error.ts'
import { quicCapability } from './quic/capability.ts'
import { createQuicListener } from './quic/listener.ts'
import type { ListenerSettings, ListenerView } from './settings.ts'

/** All listeners of a broker. Changes run one after the other. On failure they reject with `ListenerError` and have no effect. */
export interface Listeners {
  views(): readonly ListenerView[]
  types(): readonly ListenerCapability[]
  /** Starts the enabled listeners. Returns the errors of those that could not start and stay stopped. */
  start(): Promise<readonly ListenerError[]>
  stop(): Promise<void>
  closeOverdueHandshakes(now: number): void
  add(settings: ListenerSettings): Promise<ListenerView>
  update(id: string, settings: ListenerSettings): Promise<ListenerView>
  remove(id: string): Promise<void>
  startListener(id: string): Promise<void>
  stopListener(id: string): Promise<void>
  restartListener(id: string): Promise<void>
  /** Reloads all certificates and returns the ids of listeners with new ones. Invalid ones are logged and not used. */
  reload(): Promise<readonly string[]>
}

interface ListenersPorts extends ListenerPorts {
  hasZone(zone: string): boolean
}

export function createListeners(initial: readonly ListenerSettings[], ports: ListenersPorts): Listeners {
  const byId = new Map(initial.map((settings) => [listenerId(settings), create(settings, ports)]))
  const inTurn = inOrder()
  /** Enabled listeners that could not start. The next update starts them. */
  const failed = new Set<string>()
  const reloadLogged = createCertificateReload(ports.log)

  const listenerOf = (id: string): Listener => {
    const listener = byId.get(id)
    if (listener) return listener
    throw new ListenerError(id, 'id', 'not_found', 'there is no such listener')
  }
  const checkZone = (id: string, { zone }: ListenerSettings) => {
    if (!ports.hasZone(zone)) throw new ListenerError(id, 'zone', 'unknown_zone', `there is no zone ${zone}`)
  }

  return {
    types: () => listenerTypes.map((type) => (type === 'quic' ? quicCapability() : { type, available: true })),
    views: () => [...byId.values()].map((listener) => listener.view()),
    start: () =>
      inTurn(async () => {
        const errors: ListenerError[] = []
        for (const listener of byId.values()) {
          if (!listener.settings.enable) continue
          try {
            checkZone(listener.id, listener.settings)
            await listener.start()
          } catch (error) {
            failed.add(listener.id)
            const reported = toListenerError(listener.id, error)
            ports.log.error({ listener: listener.id, reason: reported.reason }, 'listener_not_started')
            errors.push(reported)
          }
        }
        return errors
      }),
    stop: () => inTurn(async () => void (await Promise.all([...byId.values()].map((listener) => listener.stop())))),
    closeOverdueHandshakes: (now) => {
      for (const listener of byId.values()) listener.closeOverdueHandshakes(now)
    },
    add: (settings) =>
      inTurn(async () => {
        const id = listenerId(settings)
        if (byId.has(id))
          throw new ListenerError(id, 'name', 'already_exists', 'a listener of this name exists already')
        checkZone(id, settings)
        const listener = create(settings, ports)
        if (settings.enable) await listener.start()
        byId.set(id, listener)
        return listener.view()
      }),
    update: (id, settings) =>
      inTurn(async () => {
        const listener = listenerOf(id)
        checkZone(id, settings)
        const isToStart = !listener.settings.enable || failed.has(id)
        const before = listener.settings
        await listener.update(settings)
        if (!settings.enable) await listener.stop()
        else if (isToStart) await startOrUndo(listener, () => listener.update(before))
        failed.delete(id)
        return listener.view()
      }),
    remove: (id) =>
      inTurn(async () => {
        await listenerOf(id).stop()
        byId.delete(id)
        failed.delete(id)
      }),
    startListener: (id) =>
      inTurn(async () => {
        await listenerOf(id).start()
        failed.delete(id)
      }),
    stopListener: (id) =>
      inTurn(async () => {
        await listenerOf(id).stop()
        failed.delete(id)
      }),
    restartListener: (id) =>
      inTurn(async () => {
        const listener = listenerOf(id)
        await listener.stop()
        await listener.start()
        failed.delete(id)
      }),
    reload: () =>
      inTurn(async () => {
        const all = [...byId.values()]
        const done = await Promise.all(all.map(reloadLogged))
        return all.flatMap(({ id }, index) => (done[index] ? [id] : []))
      }),
  }
}

const create = (settings: ListenerSettings, ports: ListenerPorts): Listener =>
  settings.type === 'quic' ? createQuicListener(settings, ports) : createStreamListener(settings, ports)

async function startOrUndo(listener: Listener, undo: () => Promise<void>): Promise<void> {
  try {
    await listener.start()
  } catch (error) {
    await undo()
    throw error
  }
}

const toListenerError = (id: string, error: unknown): ListenerError =>
  error instanceof ListenerError ? error : new ListenerError(id, 'id', 'internal_error', String(error), error)
