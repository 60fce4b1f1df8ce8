import { authnFolders } from '../catalog.ts'
import type { Authenticator, AuthnBackend } from './port.ts'

/** Some read files first. */
type AnyBackend = AuthnBackend<never, Authenticator | Promise<Authenticator>>

/** Implementations of all authenticators, found by the names of their folders (ADR 27). */
export const authnBackends: readonly AnyBackend[] = await Promise.all(
  Object.keys(authnFolders).map(async (folder) => {
    const { runtime }: { readonly runtime: AnyBackend } = await import(`./${folder}/runtime.ts`)
    return runtime
  }),
)
