/** Why connectors, actions or sources cannot be as they were asked to be. */
export class IntegrationError extends Error {
  override readonly name = 'IntegrationError'
  readonly code: 'BAD_REQUEST' | 'NOT_FOUND' | 'TEST_FAILED'
  /** Where in the settings, from their root: `actions.http.a.parameters.body`; undefined when no field is to blame. */
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
