import { spawn } from 'node:child_process'
import { withDeadline } from '../deadline.ts'

export interface InputProgram {
  readonly program: string
  readonly args: readonly string[]
  /** Added to this process's own environment. */
  readonly env?: Readonly<Record<string, string>>
}

/** Runs a program to its end with text to read. Rejects with what it says to be wrong. */
export function runWithInput({ program, args, env }: InputProgram, input: string): Promise<void> {
  const child = spawn(program, args, { env: { ...process.env, ...env }, stdio: ['pipe', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  const done = new Promise<void>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => (code === 0 ? resolve() : reject(new Error(`${input}: ${said}`))))
  })
  child.stdin.end(input)
  return withDeadline(done, () => `${program} has not ended: ${said}`)
}
