import { type ChildProcess, spawn } from 'node:child_process'
import { connect } from 'node:net'
import { eventually, waitTimeoutMs, withDeadline } from './deadline.ts'
import { createInbox } from './inbox.ts'

export interface StartOptions {
  readonly command: string
  readonly args?: readonly string[]
  readonly cwd?: string
  /** Added to the environment of this process. */
  readonly env?: Readonly<Record<string, string>>
}

export interface Exit {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

export interface RunningProcess {
  readonly pid: number
  /** All output to stdout and stderr so far. */
  output(): string
  /** The next matching line that was not taken yet. */
  line(pattern: RegExp, ms?: number): Promise<string>
  write(text: string): void
  closeInput(): void
  readonly exited: Promise<Exit>
  waitForExit(ms?: number): Promise<Exit>
  /** SIGTERM, then SIGKILL after five seconds. */
  stop(): Promise<Exit>
  /** SIGKILL: the process cannot write anything. */
  kill(): Promise<Exit>
}

/** Kills children of failed tests when this process exits. */
const running = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/** Starts a child process and reads its output line by line. The output does not appear in the test output. */
export function startProcess({ command, args = [], cwd, env }: StartOptions): RunningProcess {
  const child = spawn(command, args, { cwd, env: { ...process.env, ...env }, stdio: ['pipe', 'pipe', 'pipe'] })
  running.add(child)
  const lines = createInbox<string>((line) => line)
  let output = ''
  const collect = (text: string) => {
    output += text
  }
  readLines(child, collect, lines.push)
  const exited = new Promise<Exit>((resolve) => {
    child.once('error', (error) => collect(`${error.message}\n`))
    child.once('error', () => resolve({ code: null, signal: null }))
    // `close` instead of `exit`, so that all output has been read.
    child.once('close', (code, signal) => resolve({ code, signal }))
  })
  const name = `${command} ${args.join(' ')}`
  exited.then(() => running.delete(child))
  exited.then(({ code, signal }) => lines.close(`${name} ended with ${code ?? signal ?? 'an error'}: ${output}`))
  const end = (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal)
  }
  const waitForExit = (ms = waitTimeoutMs) =>
    withDeadline(exited, () => `Waited for the end of ${name}; it wrote:\n${output}`, ms)
  return {
    pid: child.pid ?? -1,
    output: () => output,
    line: (pattern, ms) => lines.take((line) => pattern.test(line), `a line of ${name} like ${pattern}`, ms),
    write: (text) => void child.stdin.write(text),
    closeInput: () => void child.stdin.end(),
    exited,
    waitForExit,
    async stop() {
      end('SIGTERM')
      return waitForExit(5_000).catch(() => {
        end('SIGKILL')
        return waitForExit()
      })
    },
    async kill() {
      end('SIGKILL')
      return waitForExit()
    },
  }
}

/** Resolves as soon as the port accepts connections. */
export async function waitForPort(port: number, host = '127.0.0.1', ms = waitTimeoutMs): Promise<void> {
  await eventually(
    () => accepts(port, host),
    () => `Waited for ${host}:${port} to accept connections`,
    ms,
  )
}

function accepts(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, host)
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}

function readLines(child: ChildProcess, collect: (text: string) => void, push: (line: string) => void) {
  // A child that exits closes its input while we write. The test is informed about the exit instead.
  child.stdin?.on('error', () => {})
  for (const stream of [child.stdout, child.stderr]) {
    let rest = ''
    stream?.setEncoding('utf8').on('data', (text: string) => {
      collect(text)
      const parts = (rest + text).split('\n')
      rest = parts.pop() ?? ''
      for (const line of parts) push(line)
    })
    stream?.on('end', () => {
      if (rest !== '') push(rest)
    })
  }
}
