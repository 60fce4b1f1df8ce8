import { authzFolders } from '../catalog.ts'
import type { AuthzBackend, AuthzSource } from './port.ts'

/** Some read files first. */
type AnyBackend = AuthzBackend<never, AuthzSource | Promise<AuthzSource>>

/** Implementations of all sources, found by the names of their folders (ADR 27). */
export const authzBackends: readonly AnyBackend[] = await Promise.all(
  Object.keys(authzFolders).map(async (folder) => {
    const { runtime }: { readonly runtime: AnyBackend } = await import(`./${folder}/runtime.ts`)
    return runtime
  }),
)
