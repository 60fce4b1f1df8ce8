import { type ResourceType, SettingsError } from '@mqdeck/kit'
import {
  type ActionSettings,
  type ConnectorSettings,
  isName,
  manifestOf,
  type SourceSettings,
  structsOf,
} from './catalog.ts'
import { IntegrationError } from './integration-error.ts'
import type { ActionRuntime, IntegrationContext, SourceRuntime } from './port.ts'
import { createRedact } from './redact.ts'
import { runtimeOf } from './runtimes.ts'

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

export const byId = <S>(root: ByTypeAndName<S>): ReadonlyMap<string, Configured<S>> =>
  new Map(
    Object.entries(root).flatMap(([type, byName = {}]) =>
      Object.entries(byName).map(([name, settings]) => [
        `${type}:${name}`,
        { id: `${type}:${name}`, type, name, settings },
      ]),
    ),
  )

export type ContextOf = (name: string) => IntegrationContext

/** @throws {IntegrationError} */
export function planConnector(
  { type, name, settings }: Configured<ConnectorSettings>,
  contextOf: ContextOf,
): ResourceType<unknown> {
  const path = `connectors.${type}.${name}`
  if (!isName(name)) throw new IntegrationError('BAD_REQUEST', 'Invalid name format', { path })
  return withFieldPath(path, settings, type, () => requireRuntime(type, path).connect(settings, contextOf(name)))
}

/** @throws {IntegrationError} */
export function planAction(
  { type, name, settings }: Configured<ActionSettings>,
  connector: ConnectorSettings,
  contextOf: ContextOf,
): ActionRuntime {
  const path = `actions.${type}.${name}`
  return withFieldPath(`${path}.parameters`, connector, type, () => {
    const make = requireRuntime(type, path).action
    if (!make || !manifestOf(type)?.action)
      throw new IntegrationError('BAD_REQUEST', `${type} has no actions`, { path })
    return make(settings.parameters, connector, contextOf(name))
  })
}

/** @throws {IntegrationError} */
export function planSource(
  { type, name, settings }: Configured<SourceSettings>,
  connector: ConnectorSettings,
  contextOf: ContextOf,
): SourceRuntime {
  const path = `sources.${type}.${name}`
  return withFieldPath(`${path}.parameters`, connector, type, () => {
    const make = requireRuntime(type, path).source
    if (!make || !manifestOf(type)?.source)
      throw new IntegrationError('BAD_REQUEST', `${type} has no sources`, { path })
    return make(settings.parameters, connector, contextOf(name))
  })
}

/** Error for an action or source whose connector does not exist. */
export const unknownConnector = (
  part: 'action' | 'source',
  { type, name, settings }: Configured<{ connector: string }>,
) =>
  new IntegrationError('BAD_REQUEST', `connector_not_found_or_wrong_type: ${type}:${settings.connector}`, {
    path: `${part}s.${type}.${name}.connector`,
  })

/** Removes the secrets of a connector from texts. */
export const redactOf = (type: string, settings: ConnectorSettings) =>
  createRedact(structsOf('connector', type)?.config, settings)

function requireRuntime(type: string, path: string) {
  const found = runtimeOf(type)
  if (!found) throw new IntegrationError('BAD_REQUEST', `unknown type ${type}`, { path })
  return found
}

/** Adds the path of the field and removes secrets from the error. */
function withFieldPath<T>(path: string, secrets: ConnectorSettings, type: string, make: () => T): T {
  try {
    return make()
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error
    const reason = redactOf(type, secrets)(error.message)
    throw new IntegrationError('BAD_REQUEST', reason, { path: `${path}.${error.field}`, cause: error })
  }
}
