/** Error of invalid settings or operations of connectors, actions and sources. */
export class IntegrationError extends Error {
  override readonly name = 'IntegrationError'
  readonly code: 'BAD_REQUEST' | 'NOT_FOUND' | 'TEST_FAILED'
  /** Path of the setting, such as `actions.http.a.parameters.body`. Undefined if the error has no setting. */
  readonly path: string | undefined

  constructor(
    code: IntegrationError['code'],
    reason: string,
    { path, cause }: { path?: string | undefined; cause?: unknown } = {},
  ) {
    super(reason, { cause })
    this.code = code
    this.path = path
  }
}
