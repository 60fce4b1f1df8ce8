/** A configuration that cannot be used; `problems` holds one sentence for each mistake, naming its key. */
export class ConfigError extends Error {
  readonly problems: readonly string[]
  override readonly name = 'ConfigError'

  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.problems = problems
  }
}
