/** A command failed. The message is shown to the user. */
export class CommandError extends Error {
  readonly exitCode: number
  override readonly name = 'CommandError'

  constructor(message: string, exitCode = 1) {
    super(message)
    this.exitCode = exitCode
  }
}
