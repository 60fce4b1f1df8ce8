/** A command cannot do what it was asked to; the message is for whoever typed it. */
export class CommandError extends Error {
  readonly exitCode: number
  override readonly name = 'CommandError'

  constructor(message: string, exitCode = 1) {
    super(message)
    this.exitCode = exitCode
  }
}
