/** Error of a batch that was accepted in part. Has one element per item, in order; undefined for accepted items. */
export class BatchError extends Error {
  override readonly name = 'BatchError'
  readonly results: readonly (Error | undefined)[]

  constructor(results: readonly (Error | undefined)[]) {
    super(results.find((one) => one !== undefined)?.message ?? 'nothing went wrong')
    this.results = results
  }
}
