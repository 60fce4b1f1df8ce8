import { spawn } from 'node:child_process'
import { withDeadline } from '../deadline.ts'

export interface InputProgram {
  readonly program: string
  readonly args: readonly string[]
  /** Added to this process's own environment. */
  readonly env?: Readonly<Record<string, string>>
}

/** Runs a program to its end with text to read. Resolves to what it writes; rejects with what it says to be wrong. */
export function runWithInput({ program, args, env }: InputProgram, input: string): Promise<string> {
  const child = spawn(program, args, { env: { ...process.env, ...env }, stdio: ['pipe', 'pipe', 'pipe'] })
  let written = ''
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    written += text
  })
  const done = new Promise<string>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => (code === 0 ? resolve(written) : reject(new Error(`${input}: ${said}`))))
  })
  child.stdin.end(input)
  return withDeadline(done, () => `${program} has not ended: ${said}`)
}
