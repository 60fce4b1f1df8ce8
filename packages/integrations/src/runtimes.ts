import { type ResourceType, SettingsError } from '@mqdeck/kit'
import {
  type ActionSettings,
  type ConnectorSettings,
  isName,
  manifestFolders,
  manifestOf,
  type SourceSettings,
  structsOf,
} from './catalog.ts'
import { IntegrationError } from './integration-error.ts'
import type { Configured } from './plan-changes.ts'
import type { ActionRuntime, IntegrationContext, IntegrationRuntime, SourceRuntime } from './port.ts'
import { createRedact } from './reason.ts'

/** A runtime with unknown settings and connection. */
type AnyRuntime = IntegrationRuntime<unknown, unknown, unknown, unknown>

/**
 * The runtimes of all types, found by the folders of the catalog (ADR 27). The type is safe, because a runtime gets only
 * settings that were parsed by the structs of its own manifests, and its own connections.
 */
const runtimes: ReadonlyMap<string, AnyRuntime> = new Map(
  await Promise.all(
    Object.entries(manifestFolders).flatMap(([folder, manifests]) =>
      manifests.map(async ({ type }): Promise<[string, AnyRuntime]> => {
        const { runtime } = await import(`./${folder}/runtime.ts`)
        return [type, runtime]
      }),
    ),
  ),
)

export type ContextOf = (name: string) => IntegrationContext

/** @throws {IntegrationError} */
export function createResourceType(
  { type, name, settings }: Configured<ConnectorSettings>,
  contextOf: ContextOf,
): ResourceType<unknown> {
  const path = `connectors.${type}.${name}`
  if (!isName(name)) throw new IntegrationError('BAD_REQUEST', 'Invalid name format', { path })
  return withFieldPath(path, settings, type, () => runtimeOf(type, path).connect(settings, contextOf(name)))
}

/** @throws {IntegrationError} */
export function createActionRuntime(
  { type, name, settings }: Configured<ActionSettings>,
  connector: ConnectorSettings,
  contextOf: ContextOf,
): ActionRuntime {
  const path = `actions.${type}.${name}`
  return withFieldPath(`${path}.parameters`, connector, type, () => {
    const make = runtimeOf(type, path).action
    if (!make || !manifestOf(type)?.action)
      throw new IntegrationError('BAD_REQUEST', `${type} has no actions`, { path })
    return make(settings.parameters, connector, contextOf(name))
  })
}

/** @throws {IntegrationError} */
export function createSourceRuntime(
  { type, name, settings }: Configured<SourceSettings>,
  connector: ConnectorSettings,
  contextOf: ContextOf,
): SourceRuntime {
  const path = `sources.${type}.${name}`
  return withFieldPath(`${path}.parameters`, connector, type, () => {
    const make = runtimeOf(type, path).source
    if (!make || !manifestOf(type)?.source)
      throw new IntegrationError('BAD_REQUEST', `${type} has no sources`, { path })
    return make(settings.parameters, connector, contextOf(name), settings.resource_opts)
  })
}

/** Error for an action or source whose connector does not exist. */
export const unknownConnector = (
  part: 'action' | 'source',
  { type, name, settings }: Configured<{ readonly connector: string }>,
) =>
  new IntegrationError('BAD_REQUEST', `connector_not_found_or_wrong_type: ${type}:${settings.connector}`, {
    path: `${part}s.${type}.${name}.connector`,
  })

/** Removes the secrets of a connector from texts. */
export const redactOf = (type: string, settings: ConnectorSettings) =>
  createRedact(structsOf('connector', type)?.config, settings)

function runtimeOf(type: string, path: string): AnyRuntime {
  const found = runtimes.get(type)
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
