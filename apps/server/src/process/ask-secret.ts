import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { Writable as Nowhere } from 'node:stream'
import { CommandError } from './command-error.ts'

/**
 * Reads an existing secret: from the environment, from one line of standard input if requested, or from a terminal
 * without showing the input.
 * @throws {CommandError} if there is none, and for Ctrl-C and Ctrl-D
 */
export async function askSecret(
  question: string,
  from: { readonly variable: string | undefined; readonly fromInput: boolean },
  input: Readable & { readonly isTTY?: boolean },
  screen: Writable,
): Promise<string> {
  if (!from.fromInput && from.variable) return from.variable
  if (!from.fromInput && !input.isTTY)
    throw new CommandError(
      'The password cannot be entered without a terminal. Use --password-stdin or MQDECK_MIGRATE_PASSWORD.',
    )
  const isHidden = input.isTTY === true
  const output = new Nowhere({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface(isHidden ? { input, output, terminal: true, historySize: 0 } : { input })
  lines.on('SIGINT', () => lines.close())
  if (isHidden) screen.write(question)
  try {
    for await (const line of lines) return line
    throw new CommandError(isHidden ? 'Cancelled.' : 'Standard input contains no password.', isHidden ? 130 : 1)
  } finally {
    lines.close()
    if (isHidden) screen.write('\n')
    // Do not wait for further input.
    else input.destroy()
  }
}
