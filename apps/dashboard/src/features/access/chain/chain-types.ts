/** Number of decisions by result, and decisions per second. */
export type ChainMetrics<Count extends string> = Readonly<
  Record<Count | 'total' | 'rate' | 'rate_last5m' | 'rate_max', number>
>

interface BackendMetrics {
  readonly matched?: number | undefined
  readonly success?: number | undefined
  readonly failed?: number | undefined
  readonly rate?: number | undefined
}

/** Status of one chain member, as the API returns it for authenticators and authorization sources. */
export interface ChainStatus<Count extends string = never> {
  readonly status: 'connected' | 'connecting' | 'disconnected' | 'inconsistent'
  readonly metrics: ChainMetrics<Count>
  readonly resource_metrics: BackendMetrics
  readonly node_status: readonly { readonly node: string; readonly status: ChainStatus['status'] }[]
  readonly node_metrics: readonly { readonly node: string; readonly metrics: ChainMetrics<Count> }[]
  /** The reasons why nodes are not connected. */
  readonly node_error: readonly { readonly node: string; readonly error: string }[]
}
