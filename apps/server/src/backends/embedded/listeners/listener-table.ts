import { type ListenerType, type ListenerWire, listenerId, listenerTypes } from '@mqdeck/contract'
import type { Changes, View } from '../../../broker-config/configuration.ts'

/** One listener of the configuration. */
export interface ListenerEntry {
  readonly id: string
  readonly type: ListenerType
  readonly name: string
  readonly settings: ListenerWire
}

/** All listeners of the configuration by ID, in EMQX's order. */
export function listenerEntries(view: Pick<View, 'get'>): readonly ListenerEntry[] {
  const byType = view.get('listeners')
  return listenerTypes
    .flatMap((type) =>
      Object.entries(byType[type]).map(([name, settings]) => ({
        id: listenerId({ type, name }),
        type,
        name,
        settings: settings as ListenerWire, // validated by the struct of this type
      })),
    )
    .sort((one, other) => (one.id < other.id ? -1 : 1))
}

export const findListener = (view: Pick<View, 'get'>, id: string): ListenerEntry | undefined =>
  listenerEntries(view).find((one) => one.id === id)

/** The configuration with this listener, or without it if `settings` is missing. */
export function withListener(
  view: Pick<View, 'get'>,
  { type, name }: Pick<ListenerEntry, 'type' | 'name'>,
  settings?: unknown,
): Changes {
  const listeners = view.get('listeners')
  const { [name]: _, ...others } = listeners[type]
  return { listeners: { ...listeners, [type]: settings === undefined ? others : { ...others, [name]: settings } } }
}
