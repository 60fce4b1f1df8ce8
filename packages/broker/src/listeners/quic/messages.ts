/** What the broker and the thread that speaks QUIC tell each other. Streams are numbered by the thread. */
export type ToThread =
  | ({ readonly kind: 'start'; readonly host: string; readonly port: number } & Credentials)
  | ({ readonly kind: 'credentials' } & Credentials)
  | { readonly kind: 'write'; readonly id: number; readonly bytes: Uint8Array }
  /** Sends what was written, then closes. */
  | { readonly kind: 'end' | 'destroy' | 'pause' | 'resume'; readonly id: number }
  | { readonly kind: 'stop' }

export type FromThread =
  | { readonly kind: 'listening'; readonly port: number }
  /** It cannot listen; `code` as the system says it. */
  | { readonly kind: 'failed'; readonly code: string; readonly message: string }
  /** A client has opened the stream that carries MQTT. */
  | {
      readonly kind: 'opened'
      readonly id: number
      readonly host: string
      readonly port: number
      /** DER. */
      readonly certificate: Uint8Array | undefined
    }
  | { readonly kind: 'data'; readonly id: number; readonly bytes: Uint8Array }
  /** So many bytes of what was to be written are on their way. */
  | { readonly kind: 'written'; readonly id: number; readonly count: number }
  | { readonly kind: 'closed'; readonly id: number; readonly error: string | undefined }
  | { readonly kind: 'stopped' }
  /** An error that belongs to no stream. */
  | { readonly kind: 'error'; readonly message: string }

/** PEM. */
export interface Credentials {
  readonly cert: string
  readonly key: string
  readonly ca: string | undefined
  readonly verify: boolean
}
