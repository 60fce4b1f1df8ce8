import { authorizationOptions, type Kind, list, setting, struct, variants } from '@mqdeck/contract'
import { builtInDatabase } from './authn/built-in-database/manifest.ts'
import { http } from './authn/http/manifest.ts'
import { jwt } from './authn/jwt/manifest.ts'
import { ldap } from './authn/ldap/manifest.ts'
import { mongodb } from './authn/mongodb/manifest.ts'
import { mysql } from './authn/mysql/manifest.ts'
import type { AuthnManifest } from './authn/port.ts'
import { postgresql } from './authn/postgresql/manifest.ts'
import { redis } from './authn/redis/manifest.ts'
import { scram } from './authn/scram/manifest.ts'
import { scramHttp } from './authn/scram-http/manifest.ts'
import { builtInDatabase as builtInRules } from './authz/built-in-database/manifest.ts'
import { defaultPath, file } from './authz/file/manifest.ts'
import { http as httpSource } from './authz/http/manifest.ts'
import { ldap as ldapSource } from './authz/ldap/manifest.ts'
import { mongodb as mongodbRules } from './authz/mongodb/manifest.ts'
import { mysql as mysqlRules } from './authz/mysql/manifest.ts'
import type { AuthzManifest } from './authz/port.ts'
import { postgresql as postgresqlRules } from './authz/postgresql/manifest.ts'
import { redis as redisRules } from './authz/redis/manifest.ts'
import type { SourceSettings } from './authz/settings.ts'

export type { AuthnManifest } from './authn/port.ts'
export type { AuthzManifest } from './authz/port.ts'
export type { AuthorizationSettings, SourceSettings } from './authz/settings.ts'

/** The folders in `authn` with their authenticators, in the order of the create page. A new one needs a line here only. */
export const authnFolders: Readonly<Record<string, AuthnManifest>> = {
  'built-in-database': builtInDatabase,
  mysql,
  mongodb,
  postgresql,
  redis,
  http,
  ldap,
  jwt,
  scram,
  'scram-http': scramHttp,
}

export const authnManifests: readonly AuthnManifest[] = Object.values(authnFolders)

/** Settings of any authenticator. The other fields depend on its kind. */
export interface AuthenticatorSettings {
  readonly mechanism: string
  readonly backend?: string
  readonly enable: boolean
  readonly [field: string]: unknown
}

/** Fields that the structs of all manifests have. */
export const authenticator: Kind<AuthenticatorSettings> = {
  ...(variants(authnManifests.flatMap(({ structs }) => structs)) as Kind<AuthenticatorSettings>),
  identify: (value) => authenticatorId({ mechanism: '', ...(value as Partial<AuthenticatorSettings>) }), // compared only
}

/** Root `authentication`: the chain in its order. */
export const authenticationSettings = list(authenticator)

/** No gateway protocol supports the exchange of SCRAM. */
const gatewayStructs = authnManifests.flatMap(({ mechanism, structs }) => (mechanism === 'scram' ? [] : structs))

/** Authenticators of gateways. */
export const gatewayAuthenticator: Kind<AuthenticatorSettings> = {
  ...authenticator,
  ...(variants(gatewayStructs) as Kind<AuthenticatorSettings>),
}

/** Authenticator schemas for the OpenAPI document. */
export const authnPlugs = {
  authenticator: authnManifests.flatMap(({ structs }) => structs.map(({ schema }) => schema)),
  gateway_authenticator: gatewayStructs.map(({ schema }) => schema),
}

/** The ID in paths and lists: `password_based:mysql`, `jwt`. A chain has each at most once. */
export const authenticatorId = ({
  mechanism,
  backend,
}: Pick<AuthenticatorSettings, 'mechanism' | 'backend'>): string =>
  backend === undefined ? mechanism : `${mechanism}:${backend}`

/** The folders in `authz` with their sources, in the order of the create page. A new one needs a line here only. */
export const authzFolders: Readonly<Record<string, AuthzManifest>> = {
  'built-in-database': builtInRules,
  file,
  mysql: mysqlRules,
  mongodb: mongodbRules,
  postgresql: postgresqlRules,
  redis: redisRules,
  http: httpSource,
  ldap: ldapSource,
}

export const authzManifests: readonly AuthzManifest[] = Object.values(authzFolders)

/** Settings of any source. A chain has each type at most once. */
export const authzSource: Kind<SourceSettings> = {
  ...(variants(authzManifests.flatMap(({ structs }) => structs)) as Kind<SourceSettings>),
  identify: (value) => String((value as Partial<SourceSettings>).type), // compared only
}

/** Root `authorization`. A new broker has EMQX's default file. */
export const authorizationSettings = struct('authorization', {
  ...authorizationOptions.fields,
  sources: setting(list(authzSource), {
    default: [{ type: 'file', enable: true, path: defaultPath }],
    label: { en: 'Sources', zh: '数据源' },
  }),
})

/** Authenticator and source schemas for the OpenAPI document. */
export const accessPlugs = {
  ...authnPlugs,
  authorization: authzManifests.flatMap(({ structs }) => structs.map(({ schema }) => schema)),
}
