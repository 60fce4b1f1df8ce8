import { spawn } from 'node:child_process'
import { withDeadline } from '../deadline.ts'

export interface InputProgram {
  readonly program: string
  readonly args: readonly string[]
  /** Added to the environment of this process. */
  readonly env?: Readonly<Record<string, string>>
}

/** Runs a program with text as its input until it exits. Resolves to its output, rejects with its errors. */
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
