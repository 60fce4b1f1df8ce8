import { AppError } from '@mqdeck/contract'

/**
 * Fields of authenticators and sources that have a default in the configuration file but are required in requests,
 * because EMQX selects the schema of the body by them.
 */
const schemaSelectors: readonly (readonly [kind: string, field: string])[] = [
  ['mongodb', 'mongo_type'],
  ['redis', 'redis_type'],
  ['jwt', 'use_jwks'],
]

type Body = Readonly<Record<string, unknown>>

/** @throws {AppError} BAD_REQUEST with the path of the missing field */
export function requireSchemaSelector(body: Body): void {
  const kind = body.backend ?? body.type ?? body.mechanism
  const [, field] = schemaSelectors.find(([name]) => name === kind) ?? []
  if (field !== undefined && isMissing(body[field])) throw missing(field)
}

/** New users of the built-in database are stored with the hash in the request. @throws {AppError} as above */
export function requireHash({ mechanism, backend, password_hash_algorithm }: Body): void {
  const isBuiltIn = mechanism === 'password_based' && backend === 'built_in_database'
  if (isBuiltIn && isMissing(password_hash_algorithm)) throw missing('password_hash_algorithm.name')
}

const isMissing = (value: unknown) => value === undefined || value === null

const missing = (field: string) =>
  new AppError(
    'BAD_REQUEST',
    JSON.stringify({ reason: 'required_field', path: `root.${field}`, kind: 'validation_error' }),
  )
