import { manifestFolders } from './catalog.ts'
import type { IntegrationRuntime } from './port.ts'

/** A runtime with unknown settings and connection. */
type AnyRuntime = IntegrationRuntime<unknown, unknown, unknown, unknown>

/**
 * The runtimes of the types in the catalog. They are found by the name of the folder: a second list would have to match
 * the first one, and imports in manifests would bring Node modules into the browser (ADR 27). A runtime gets only settings
 * that were parsed by the structs of its own manifests, and its own connections.
 */
const runtimes: ReadonlyMap<string, AnyRuntime> = new Map(
  (
    await Promise.all(
      Object.entries(manifestFolders).map(async ([folder, manifests]) => {
        const { runtime }: { readonly runtime: AnyRuntime } = await import(`./${folder}/runtime.ts`)
        return manifests.map(({ type }) => [type, runtime] as const)
      }),
    )
  ).flat(),
)

export const runtimeOf = (type: string): AnyRuntime | undefined => runtimes.get(type)
