import { type AuthzManifest, authzManifests } from '@mqdeck/access/catalog'
import type { AuthorizationSource, authzSourceTypes } from '@mqdeck/contract'

type Kind = Pick<AuthorizationSource, 'type'>

/** What this dashboard knows of a kind; a newer broker may have others. */
export const manifestOf = (type: string): AuthzManifest | undefined => authzManifests.find((one) => one.type === type)

/** Every kind, in the order in which pages offer them. */
export const kinds: readonly AuthzManifest[] = authzManifests

/** The broker keeps the rules of these itself, one by one. */
export const hasRules = ({ type }: Kind): boolean => type === 'built_in_database'

/** It needs nothing outside of the broker. */
export const isInside = (source: Kind): boolean => hasRules(source) || source.type === 'file'

export const isOn = ({ enable }: Pick<AuthorizationSource, 'enable'>): boolean => enable !== false

type SourceType = (typeof authzSourceTypes)[number]

/** As the address of a source; the type of a newer broker's is another one, and as good. */
export const addressed = (type: string) => ({ type: type as SourceType })
