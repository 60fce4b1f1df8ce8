import type { ResourceState } from '@mqdeck/kit'

interface Member<Metrics, BackendMetrics> {
  readonly state: ResourceState
  readonly metrics: Metrics
  /** Undefined if there is no backend. */
  readonly backendMetrics?: BackendMetrics | undefined
}

/** Status of a member of a chain in the format of the API. This node is the whole cluster. */
export function memberStatus<Metrics, BackendMetrics extends object>(
  { state, metrics, backendMetrics }: Member<Metrics, BackendMetrics>,
  node: string,
) {
  const resource: Partial<BackendMetrics> = backendMetrics ?? {}
  const status = state.status === 'stopped' ? 'disconnected' : state.status
  return {
    status,
    metrics,
    resource_metrics: resource,
    node_status: [{ node, status }],
    node_metrics: [{ node, metrics }],
    node_resource_metrics: [{ node, metrics: resource }],
    node_error: state.reason === undefined ? [] : [{ node, error: state.reason }],
  }
}
