/** Invalid configuration. `problems` has one sentence per error, with its key. */
export class ConfigError extends Error {
  readonly problems: readonly string[]
  override readonly name = 'ConfigError'

  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.problems = problems
  }
}
