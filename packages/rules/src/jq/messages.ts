export interface Job {
  readonly program: string
  readonly json: string
}

export type FromThread =
  | { readonly kind: 'ready' }
  /** Each is JSON text. */
  | { readonly kind: 'done'; readonly outputs: readonly string[] }
  | { readonly kind: 'failed'; readonly message: string }
