import { authzFolders } from '../catalog.ts'
import type { AuthzBackend } from './port.ts'

/** Implementations of all sources, found by the names of their folders (ADR 27). */
export const authzBackends: readonly AuthzBackend[] = await Promise.all(
  Object.keys(authzFolders).map(async (folder) => {
    const { runtime }: { readonly runtime: AuthzBackend } = await import(`./${folder}/runtime.ts`)
    return runtime
  }),
)
