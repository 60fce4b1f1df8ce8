import { type AuthnManifest, authnManifests } from '@mqdeck/access/catalog'
import type { Authenticator, ListedAuthenticator } from '@mqdeck/contract'

type Kind = Pick<Authenticator, 'mechanism' | 'backend'>

/** What this dashboard knows of a kind; a newer broker may have others. */
export const manifestOf = ({ mechanism, backend }: Kind): AuthnManifest | undefined =>
  authnManifests.find((one) => one.mechanism === mechanism && one.backend === backend)

/** `password_based:mysql`, `jwt`: a chain has each at most once. */
export const idOf = ({ mechanism, backend }: Kind): string =>
  backend === undefined ? mechanism : `${mechanism}:${backend}`

export type Mechanism = AuthnManifest['mechanism']

/** In the order in which pages offer them. */
export const mechanisms: readonly Mechanism[] = [...new Set(authnManifests.map(({ mechanism }) => mechanism))]

export const kindsOf = (mechanism: string): readonly AuthnManifest[] =>
  authnManifests.filter((one) => one.mechanism === mechanism)

/** The broker keeps the users of these itself. */
export const hasUsers = ({ mechanism, backend }: Kind): boolean =>
  backend === 'built_in_database' && (mechanism === 'password_based' || mechanism === 'scram')

/** It needs nothing outside of the broker: tokens too are checked there, unless their keys come from a server. */
export const isInside = (authenticator: Authenticator): boolean =>
  hasUsers(authenticator) || (authenticator.mechanism === 'jwt' && authenticator.use_jwks !== true)

/** What is sent back: the id is its address. */
export function settingsOf({ id: _, ...settings }: ListedAuthenticator): Authenticator {
  return settings
}
