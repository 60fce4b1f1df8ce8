export { ApiError } from './api-error.ts'
export { type Call, type CallInit, type CallOptions, createCall } from './call.ts'
export * from './endpoint.ts'
export * from './endpoints/index.ts'
export * from './errors.ts'
export {
  type CursorPage,
  isIpAddress,
  type OpenApiSchema,
  type Page,
  type PageMeta,
  type PositionPage,
  type Refusal,
} from './fields/index.ts'
export * from './hocon/index.ts'
export { matchesFilter } from './mqtt/matches-filter.ts'
export { mqtt3ReturnCodes, mqtt5ReasonCodes, type ReasonText, reasonName, reasonOf } from './mqtt/reason-codes.ts'
export {
  buildOpenApi,
  type OpenApiContent,
  type OpenApiDocument,
  type OpenApiOperation,
  type OpenApiParameter,
} from './openapi.ts'
export { type Inspected, inspectInput, readInput } from './read-input.ts'
export { type QueryInput, requestUrl } from './request-url.ts'
export * from './roots/index.ts'
export * as roots from './roots/index.ts'
export { registriesInSql, schemasInSql } from './schemas-in-sql.ts'
export * from './struct/index.ts'
export type { Text } from './text.ts'
export type { OpenSchemas } from './to-open-api.ts'
export * from './unknown-values.ts'
export * from './variform/index.ts'
