import { api, type EndpointShape, type Text } from '@mqdeck/contract'

const titled = Object.values<EndpointShape>(api).flatMap(({ method, path, title }) =>
  title ? [[`${method} ${path.replace(/\{(\w+)\}/g, ':$1')}`, title] as const] : [],
)

/** Titles of endpoints by method and path as in the audit log. Only the values are in the bundle, not the endpoints. */
export const operationTitles: Readonly<Record<string, Text>> = Object.fromEntries(titled)
