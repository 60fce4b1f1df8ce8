import type { UserProperties } from '@mqdeck/broker'
import type { Context, SpanContext } from '@opentelemetry/api'
import type { Sdk } from '../sdk.ts'
import { remoteSpan, type Spans } from '../spans.ts'

/** What a span of a packet is below: the span that the packet names, or nothing. */
export interface Parent {
  readonly context: Context
  readonly remote: SpanContext | undefined
}

export const createParentOf =
  (sdk: Sdk, { root }: Spans, isFollowed: boolean) =>
  (properties: UserProperties | undefined): Parent => {
    const remote = isFollowed ? remoteSpan(sdk, properties) : undefined
    return { remote, context: remote ? sdk.api.trace.setSpanContext(root, remote) : root }
  }
