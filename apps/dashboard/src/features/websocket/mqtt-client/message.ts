import type { Pair } from '../../../ui/pairs-field.tsx'

/** The PUBLISH properties of MQTT 5 (3.3.2.3). */
export interface MessageProperties {
  readonly isUtf8?: boolean
  /** Seconds. */
  readonly expiry?: number
  readonly contentType?: string
  readonly responseTopic?: string
  readonly correlation?: Uint8Array
  readonly topicAlias?: number
  readonly subscriptionIds?: readonly number[]
  readonly userProperties?: readonly Pair[]
}

/** State of a sent message: waiting for the acknowledgement, acknowledged with a reason code after some milliseconds, or failed. */
export type Delivery =
  | { readonly kind: 'pending' }
  | { readonly kind: 'done'; readonly code: number; readonly after: number }
  | { readonly kind: 'failed'; readonly text: string }

export interface NewMessage {
  /** Milliseconds since 1970, with fractions. */
  readonly at: number
  readonly direction: 'in' | 'out'
  readonly topic: string
  readonly payload: Uint8Array
  readonly qos: 0 | 1 | 2
  readonly retain: boolean
  readonly dup: boolean
  readonly properties?: MessageProperties | undefined
  /** For messages sent with QoS 1 or 2. */
  readonly delivery?: Delivery | undefined
}
