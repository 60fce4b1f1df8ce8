import { type AuthzManifest, authzManifests } from '@mqdeck/access/catalog'
import type { authzSourceTypes } from '@mqdeck/contract'

/** Undefined for types that this dashboard does not have, for example those of a newer broker. */
export const manifestOf = (type: string): AuthzManifest | undefined => authzManifests.find((one) => one.type === type)

/** Its rules are stored in the broker and edited one by one. */
export const hasRules = (type: string): boolean => type === 'built_in_database'

/** It connects to no server. */
export const hasNoBackend = ({ type }: { readonly type: string }): boolean => hasRules(type) || type === 'file'

type SourceType = (typeof authzSourceTypes)[number]

/** Path parameters of a source. A newer broker may have types that are not in `authzSourceTypes`. */
export const paramsOf = (type: string) => ({ type: type as SourceType })
