import { AppError } from '@mqdeck/contract'
import { type IntegrationKind, isName } from '@mqdeck/integrations/catalog'

/** Type and name of a connector, action or source. */
export interface ResourceId {
  readonly type: string
  readonly name: string
}

export const toId = ({ type, name }: ResourceId): string => `${type}:${name}`

/** @throws {AppError} NOT_FOUND with EMQX's message */
export function parseId(part: IntegrationKind, id: string): ResourceId {
  const [type = '', name = '', ...rest] = id.split(':')
  if (type !== '' && isName(name) && rest.length === 0) return { type, name }
  const what = part === 'connector' ? 'connector' : 'bridge'
  throw new AppError('NOT_FOUND', `Invalid ${what} ID, should be of pattern {type}:{name}, but got: ${id}`)
}

/** EMQX calls actions and sources bridges here. */
export function notFound(part: IntegrationKind, { type, name }: ResourceId): AppError {
  const what = part === 'connector' ? 'connector' : 'bridge'
  const lookup = part === 'connector' ? 'Connector' : 'Bridge'
  return new AppError('NOT_FOUND', `${lookup} lookup failed: ${what} named '${name}' of type ${type} does not exist.`)
}
