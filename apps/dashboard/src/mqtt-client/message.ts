import type { Pair } from '../ui/pairs-field.tsx'

/** What MQTT 5 has beside topic and payload (3.3.2.3). */
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

/** What became of a message that was sent: still on its way, acknowledged with a reason code after a while, or not sent. */
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
  /** Of those sent with QoS 1 and 2. */
  readonly delivery?: Delivery | undefined
}
