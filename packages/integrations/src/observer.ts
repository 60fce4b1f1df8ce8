/** Trace events of a request, with the names of EMQX. `trace` comes from the sender. */
export type ActionEvent =
  | {
      readonly event: 'action_template_rendered'
      readonly action: string
      readonly trace: unknown
      readonly request: unknown
    }
  | { readonly event: 'action_stopped_after_template_rendering'; readonly action: string; readonly trace: unknown }
  | { readonly event: 'action_success'; readonly action: string; readonly trace: unknown; readonly answer: unknown }
  | {
      readonly event: 'action_failed' | 'out_of_service' | 'request_expired' | 'action_retried'
      readonly action: string
      readonly trace: unknown
      readonly reason: string
    }

export type ActionObserver = (event: ActionEvent) => void
