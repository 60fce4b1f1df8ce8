import { type AuthnManifest, authenticatorId, authnManifests } from '@mqdeck/access/catalog'
import type { Authenticator, ListedAuthenticator } from '@mqdeck/contract'

/** The mechanism and the backend in an ID: `password_based:mysql`, `jwt`. */
export function typeOf(id: string): Pick<Authenticator, 'mechanism' | 'backend'> {
  const [mechanism = '', ...backend] = id.split(':')
  return { mechanism, ...(backend.length > 0 && { backend: backend.join(':') }) }
}

/** Undefined for types that this dashboard does not have, for example those of a newer broker. */
export const manifestOf = (id: string): AuthnManifest | undefined =>
  authnManifests.find((one) => authenticatorId(one) === id)

export type Mechanism = AuthnManifest['mechanism']

/** In the order of the create page. */
export const mechanisms: readonly Mechanism[] = [...new Set(authnManifests.map(({ mechanism }) => mechanism))]

export const manifestsOf = (mechanism: string): readonly AuthnManifest[] =>
  authnManifests.filter((one) => one.mechanism === mechanism)

/** Its users are stored in the broker. */
export const hasUsers = (id: string): boolean =>
  id === 'password_based:built_in_database' || id === 'scram:built_in_database'

/** It connects to no server: users are stored in the broker, and tokens are verified with a configured key. */
export const hasNoBackend = ({ id, mechanism, use_jwks }: ListedAuthenticator): boolean =>
  hasUsers(id) || (mechanism === 'jwt' && use_jwks !== true)

/** The request body of an update: the ID is only in the path. */
export function settingsOf({ id: _, ...settings }: ListedAuthenticator): Authenticator {
  return settings
}
