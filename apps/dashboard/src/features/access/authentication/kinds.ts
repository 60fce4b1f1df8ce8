import { type AuthnManifest, authnManifests } from '@mqdeck/access/catalog'
import type { Authenticator, ListedAuthenticator } from '@mqdeck/contract'

type Kind = Pick<Authenticator, 'mechanism' | 'backend'>

/** Undefined for kinds that this dashboard does not have, for example those of a newer broker. */
export const manifestOf = ({ mechanism, backend }: Kind): AuthnManifest | undefined =>
  authnManifests.find((one) => one.mechanism === mechanism && one.backend === backend)

/** `password_based:mysql`, `jwt`. A chain has each at most once. */
export const idOf = ({ mechanism, backend }: Kind): string =>
  backend === undefined ? mechanism : `${mechanism}:${backend}`

export type Mechanism = AuthnManifest['mechanism']

/** In the order of the create page. */
export const mechanisms: readonly Mechanism[] = [...new Set(authnManifests.map(({ mechanism }) => mechanism))]

export const kindsOf = (mechanism: string): readonly AuthnManifest[] =>
  authnManifests.filter((one) => one.mechanism === mechanism)

/** Its users are stored in the broker. */
export const hasUsers = ({ mechanism, backend }: Kind): boolean =>
  backend === 'built_in_database' && (mechanism === 'password_based' || mechanism === 'scram')

/** It connects to no server: users are stored in the broker, and tokens are verified with a configured key. */
export const hasNoBackend = (authenticator: Authenticator): boolean =>
  hasUsers(authenticator) || (authenticator.mechanism === 'jwt' && authenticator.use_jwks !== true)

/** The request body of an update: the ID is only in the path. */
export function settingsOf({ id: _, ...settings }: ListedAuthenticator): Authenticator {
  return settings
}
