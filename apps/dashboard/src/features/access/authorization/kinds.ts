import { type AuthzManifest, authzManifests } from '@mqdeck/access/catalog'
import type { AuthorizationSource, authzSourceTypes } from '@mqdeck/contract'

type Kind = Pick<AuthorizationSource, 'type'>

/** Undefined for types that this dashboard does not have, for example those of a newer broker. */
export const manifestOf = (type: string): AuthzManifest | undefined => authzManifests.find((one) => one.type === type)

/** All types, in the order of the create page. */
export const kinds: readonly AuthzManifest[] = authzManifests

/** Its rules are stored in the broker and edited one by one. */
export const hasRules = ({ type }: Kind): boolean => type === 'built_in_database'

/** It connects to no server. */
export const hasNoBackend = (source: Kind): boolean => hasRules(source) || source.type === 'file'

export const isEnabled = ({ enable }: Pick<AuthorizationSource, 'enable'>): boolean => enable !== false

type SourceType = (typeof authzSourceTypes)[number]

/** Path parameters of a source. A newer broker may have types that are not in `authzSourceTypes`. */
export const paramsOf = (type: string) => ({ type: type as SourceType })
