import type { UserProperties } from '@mqdeck/broker'
import type { Context, SpanContext } from '@opentelemetry/api'
import type { Sdk } from '../sdk.ts'
import { remoteSpan, type Spans } from '../spans.ts'

/** Parent of the span of a packet: the span in its user properties, or the root. */
export interface Parent {
  readonly context: Context
  readonly remote: SpanContext | undefined
}

export const createParentOf =
  (sdk: Sdk, { root }: Spans, followsRemote: boolean) =>
  (properties: UserProperties | undefined): Parent => {
    const remote = followsRemote ? remoteSpan(sdk, properties) : undefined
    return { remote, context: remote ? sdk.api.trace.setSpanContext(root, remote) : root }
  }
