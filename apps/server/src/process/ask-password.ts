import { createInterface } from 'node:readline'
import { Writable as Nowhere, type Readable, Writable } from 'node:stream'
import { CommandError } from './command-error.ts'

/**
 * Asks twice on a terminal, without showing the input. Otherwise reads one line.
 * @throws {CommandError} if the passwords differ, if there is no line, and for Ctrl-C and Ctrl-D
 */
export async function askPassword(input: Readable & { readonly isTTY?: boolean }, screen: Writable): Promise<string> {
  return input.isTTY ? askTwice(input, screen) : readLine(input)
}

async function askTwice(input: Readable, screen: Writable): Promise<string> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  // No history, so that the arrow keys do not show the password at the second question.
  const lines = createInterface({ input, output: nowhere, terminal: true, historySize: 0 })
  lines.on('SIGINT', () => lines.close())
  const answers = lines[Symbol.asyncIterator]()
  const ask = async (question: string) => {
    screen.write(question)
    const { done, value } = await answers.next()
    screen.write('\n')
    if (done) throw new CommandError('Cancelled. The password was not changed.', 130)
    return value
  }
  try {
    const password = await ask('New password: ')
    if ((await ask('Repeat the password: ')) === password) return password
    throw new CommandError('The passwords do not match. The password was not changed.')
  } finally {
    lines.close()
  }
}

async function readLine(input: Readable): Promise<string> {
  for await (const line of createInterface({ input })) {
    input.destroy() // do not wait for further input
    return line
  }
  throw new CommandError('Standard input contains no password. The password was not changed.')
}

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
