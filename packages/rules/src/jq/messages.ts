export interface Job {
  readonly program: string
  readonly json: string
}

export type FromThread =
  | { readonly kind: 'ready' }
  /** JSON texts. */
  | { readonly kind: 'done'; readonly outputs: readonly string[] }
  | { readonly kind: 'failed'; readonly message: string }
