import { authnFolders } from '../catalog.ts'
import type { AuthnBackend } from './port.ts'

/** Implementations of all authenticators, found by the names of their folders (ADR 27). */
export const authnBackends: readonly AuthnBackend[] = await Promise.all(
  Object.keys(authnFolders).map(async (folder) => {
    const { runtime }: { readonly runtime: AuthnBackend } = await import(`./${folder}/runtime.ts`)
    return runtime
  }),
)
