/** Of a batch some were accepted and some were not: what became of each, in order; undefined for those that were accepted. */
export class BatchError extends Error {
  override readonly name = 'BatchError'
  readonly results: readonly (Error | undefined)[]

  constructor(results: readonly (Error | undefined)[]) {
    super(results.find((one) => one !== undefined)?.message ?? 'nothing went wrong')
    this.results = results
  }
}
