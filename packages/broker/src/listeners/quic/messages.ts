/** The messages between the broker and the QUIC thread. The thread numbers the streams. */
export type ToThread =
  | ({ readonly kind: 'start'; readonly host: string; readonly port: number } & Credentials)
  | ({ readonly kind: 'credentials' } & Credentials)
  | { readonly kind: 'write'; readonly id: number; readonly bytes: Uint8Array }
  /** `end` sends the written bytes first, then closes. */
  | { readonly kind: 'end' | 'destroy' | 'pause' | 'resume'; readonly id: number }
  | { readonly kind: 'stop' }

export type FromThread =
  | { readonly kind: 'listening'; readonly port: number }
  /** Listening failed; `code` is the error code of the system. */
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
  /** The library has taken `count` bytes. */
  | { readonly kind: 'written'; readonly id: number; readonly count: number }
  | { readonly kind: 'closed'; readonly id: number; readonly error: string | undefined }
  | { readonly kind: 'stopped' }
  /** An error that does not belong to a stream. */
  | { readonly kind: 'error'; readonly message: string }

/** PEM. */
export interface Credentials {
  readonly cert: string
  readonly key: string
  readonly ca: string | undefined
  readonly verify: boolean
}
