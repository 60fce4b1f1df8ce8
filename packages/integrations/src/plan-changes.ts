import { isDeepStrictEqual } from 'node:util'
import type { ActionSettings, ConnectorSettings, SourceSettings } from './catalog.ts'

/** The plain roots `connectors`, `actions` and `sources`, by type, then by name. */
export interface IntegrationsSettings {
  readonly connectors: ByTypeAndName<ConnectorSettings>
  readonly actions: ByTypeAndName<ActionSettings>
  readonly sources: ByTypeAndName<SourceSettings>
}

export type ByTypeAndName<T> = { readonly [type: string]: { readonly [name: string]: T } | undefined }

/** A configured connector, action or source. */
export interface Configured<S> {
  readonly id: string
  readonly type: string
  readonly name: string
  readonly settings: S
}

/** The current settings by ID. */
export interface Current {
  readonly connectors: ById<ConnectorSettings>
  readonly actions: ById<ActionSettings>
  readonly sources: ById<SourceSettings>
}

type ById<S> = ReadonlyMap<string, { readonly settings: S }>

/** The steps from the current to the wanted settings. */
export interface Changes {
  readonly connectors: {
    readonly changed: readonly Configured<ConnectorSettings>[]
    readonly removed: readonly string[]
  }
  readonly actions: ChannelChanges<ActionSettings>
  readonly sources: ChannelChanges<SourceSettings>
}

interface ChannelChanges<S> {
  /** New actions or sources, and those whose own settings or connector changed. */
  readonly changed: readonly ChangedChannel<S>[]
  /** IDs. */
  readonly removed: readonly string[]
}

export interface ChangedChannel<S> extends Configured<S> {
  /** Undefined if it is not configured. */
  readonly connector: Configured<ConnectorSettings> | undefined
  /** True if its own settings changed, false if only its connector changed. */
  readonly isUpdate: boolean
}

export function planChanges(current: Current, wanted: IntegrationsSettings): Changes {
  const connectors = byId(wanted.connectors)
  const changed = [...connectors.values()].filter((one) => isChanged(current.connectors, one))
  const changedIds = new Set(changed.map(({ id }) => id))
  return {
    connectors: { changed, removed: missing(current.connectors, connectors) },
    actions: channelChanges(current.actions, byId(wanted.actions)),
    sources: channelChanges(current.sources, byId(wanted.sources)),
  }

  function channelChanges<S extends { readonly connector: string }>(
    before: ById<S>,
    channels: ReadonlyMap<string, Configured<S>>,
  ): ChannelChanges<S> {
    const changed = [...channels.values()].flatMap((one) => {
      const connector = connectors.get(connectorId(one.id, one.settings))
      const isUpdate = isChanged(before, one)
      return isUpdate || !connector || changedIds.has(connector.id) ? [{ ...one, connector, isUpdate }] : []
    })
    return { changed, removed: missing(before, channels) }
  }
}

/** Actions and sources use a connector of their own type. */
export const connectorId = (id: string, { connector }: { readonly connector: string }) =>
  `${id.slice(0, id.indexOf(':'))}:${connector}`

const byId = <S>(root: ByTypeAndName<S>): ReadonlyMap<string, Configured<S>> =>
  new Map(
    Object.entries(root).flatMap(([type, byName = {}]) =>
      Object.entries(byName).map(([name, settings]) => [
        `${type}:${name}`,
        { id: `${type}:${name}`, type, name, settings },
      ]),
    ),
  )

const missing = (before: ReadonlyMap<string, unknown>, wanted: ReadonlyMap<string, unknown>): readonly string[] =>
  [...before.keys()].filter((id) => !wanted.has(id))

/** Also true for new ones. Ignores settings without an effect, such as the description. */
const isChanged = <S>(before: ById<S>, { id, settings }: Configured<S>): boolean =>
  !isDeepStrictEqual(withoutMetadata(before.get(id)?.settings), withoutMetadata(settings))

function withoutMetadata(settings: unknown): unknown {
  if (typeof settings !== 'object' || settings === null) return settings
  const {
    description: _,
    tags: __,
    created_at: ___,
    last_modified_at: ____,
    ...rest
  } = settings as Record<string, unknown>
  return rest
}
