import { ApiError, textBody } from '@mqdeck/contract'

/** For an endpoint of the contract without its schemas, which are larger than the overview. */
export const light = <Path extends `/${string}`>(path: Path) =>
  ({ method: 'GET', path, tag: '', ok: { 200: textBody } }) as const

/** The whole cluster in one response. */
export const prometheusPath = <Group extends string>(group: Group) =>
  `/prometheus/${group}?mode=all_nodes_aggregated` as const

export const isForbidden = (error: unknown) =>
  error instanceof ApiError && (error.status === 401 || error.status === 403)
