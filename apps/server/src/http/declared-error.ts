/** A response of `otherErrors`, which is not `{code, message}`. */
export class DeclaredError extends Error {
  readonly status: number
  readonly body: unknown
  override readonly name = 'DeclaredError'

  constructor(status: number, body: unknown) {
    super(`answered ${status}`)
    this.status = status
    this.body = body
  }
}
