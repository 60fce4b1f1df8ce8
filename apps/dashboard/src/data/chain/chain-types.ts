/** Decisions by their outcome, and decisions in a second. */
export type ChainMetrics<Count extends string> = Readonly<
  Record<Count | 'total' | 'rate' | 'rate_last5m' | 'rate_max', number>
>

interface BackendMetrics {
  readonly matched?: number | undefined
  readonly success?: number | undefined
  readonly failed?: number | undefined
  readonly rate?: number | undefined
}

/** How one member of a chain is doing, as the API answers for authenticators and for sources of authorization. */
export interface ChainStatus<Count extends string = never> {
  readonly status: 'connected' | 'connecting' | 'disconnected' | 'inconsistent'
  readonly metrics: ChainMetrics<Count>
  readonly resource_metrics: BackendMetrics
  readonly node_status: readonly { readonly node: string; readonly status: ChainStatus['status'] }[]
  readonly node_metrics: readonly { readonly node: string; readonly metrics: ChainMetrics<Count> }[]
  /** Why a node is not connected. */
  readonly node_error: readonly { readonly node: string; readonly error: string }[]
}
