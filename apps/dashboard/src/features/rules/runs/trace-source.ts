import type { NewTrace, Trace, TraceLog, TraceLogFile } from '@mqdeck/contract'
import { ApiError } from '@mqdeck/contract'
import { trimPartialCharacter } from '../../../lib/partial-character.ts'
import type { StepAnswer, StepSource } from './step-tail.ts'
import { createTraceParser } from './trace-parser.ts'

/** What EMQX can do with traces; each rejects when it will not. */
export interface TraceCalls {
  readonly list: () => Promise<readonly Trace[]>
  readonly create: (trace: NewTrace) => Promise<unknown>
  readonly files: (name: string) => Promise<readonly TraceLogFile[]>
  readonly read: (name: string, node: string, position: number, bytes: number) => Promise<TraceLog>
  readonly remove: (name: string) => Promise<unknown>
}

export interface TraceSourceOptions {
  readonly calls: TraceCalls
  readonly ruleId: string
  /** Milliseconds of a clock that nobody sets. */
  readonly now?: () => number
  readonly wait?: (ms: number) => Promise<unknown>
}

/** As EMQX's own dashboard names them. */
const prefix = 'DEBUG_RULE_'

/**
 * Without times a trace begins at once and ends after ten minutes, by the broker's clock: the browser's does not matter, and what
 * a tab that crashed has left behind ends by itself. Who watches for longer gets the next one in time.
 */
const renewAfterMs = 9 * 60_000
const endsAfterMs = 10 * 60_000

const chunkBytes = 256 * 1024
/** Of one node and one round; what is older than that is passed over. */
const maxUnreadBytes = 4 * chunkBytes

/** Characters after which the end of a line is no longer waited for. */
const maxLineLength = 4 * chunkBytes

const readyTimeoutMs = 3000
const readyPollMs = 200

interface OpenTrace {
  readonly name: string
  readonly since: number
  readonly positions: Map<string, ReadPosition>
  /** By node, the lines that the trace before has had, too. */
  readonly known: ReadonlyMap<string, Set<string>>
}

/** Where reading goes on, and what stands before it: the beginning of a line. */
interface ReadPosition {
  readonly position: number
  readonly partialLine: string
}

/** What a rule does, read from a trace of it that is there as long as somebody looks. */
export function createTraceSource(options: TraceSourceOptions): StepSource {
  const { calls, ruleId, now = () => performance.now(), wait = sleep } = options
  const steps = createTraceParser()
  let open: OpenTrace | undefined
  let closings = 0
  let position = 0

  async function openTrace(known: OpenTrace['known'] = new Map()): Promise<void> {
    const before = closings
    const name = nameFor(ruleId)
    await deleteOldTraces(calls, open?.name)
    if (closings !== before) return
    await create({ name, type: 'ruleid', ruleid: ruleId, payload_encode: 'text', formatter: 'json' })
    if (closings !== before) {
      // Nobody looks any more.
      await removeTrace(calls, name)
      return
    }
    open = { name, since: now(), positions: new Map(), known }
    await waitUntilReady(name)
  }

  async function create(trace: NewTrace): Promise<void> {
    try {
      await calls.create(trace)
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'DUPLICATE_CONDITION')) throw error
      // Somebody else began to look at the same rule in the same second.
      await wait(1100)
      await calls.create(trace)
    }
  }

  /** Nodes begin to write a moment after they were told; what happens before is not told. */
  async function waitUntilReady(name: string): Promise<void> {
    for (const end = now() + readyTimeoutMs; now() < end && open?.name === name; await wait(readyPollMs)) {
      const files = await calls.files(name).catch(() => [])
      if (files.length > 0) return
    }
  }

  async function readNew(opened: OpenTrace, seenLines?: Map<string, Set<string>>): Promise<StepAnswer> {
    const { name, known } = opened
    const files = await calls.files(name)
    const parserOf = (node: string) => (line: string) => {
      seenLines?.set(node, (seenLines.get(node) ?? new Set()).add(line))
      return known.get(node)?.delete(line) ? [] : steps.take(node, line)
    }
    const answers = await Promise.all(files.map((file) => readNode(calls, parserOf(file.node), file, opened)))
    const found = answers.flatMap((one) => one.steps)
    position = Math.max(position, ...found.map((step) => step.position))
    return {
      position,
      steps: found.sort((a, b) => a.position - b.position),
      isCut: answers.some(({ isCut }) => isCut),
      silentNodes: answers.flatMap(({ silentNodes }) => silentNodes),
      isTraced: true,
    }
  }

  /** The next one begins before this one is read to its end: nothing falls between them, and what both have is told once. */
  async function renew(old: OpenTrace): Promise<StepAnswer> {
    const both = new Map<string, Set<string>>()
    // What has been read is told in any case; the next round tries again.
    await openTrace(both).catch(() => {})
    const answer = await readNew(old, both)
    if (open !== old) await removeTrace(calls, old.name)
    return { ...answer, isCut: answer.isCut === true || now() - old.since > endsAfterMs }
  }

  const nothingNew = (): StepAnswer => ({ position, steps: [], isTraced: true })

  return {
    async read() {
      if (!open) {
        await openTrace()
        return nothingNew()
      }
      const opened = open
      try {
        return await (now() - opened.since > renewAfterMs ? renew(opened) : readNew(opened))
      } catch (error) {
        if (!isGone(error)) throw error
        // Somebody has deleted it, or this page had been put aside for another one.
        if (open === opened) open = undefined
        return { ...nothingNew(), isCut: true }
      }
    },
    close,
  }

  async function close(): Promise<void> {
    closings += 1
    const name = open?.name
    open = undefined
    if (name !== undefined) await removeTrace(calls, name)
  }
}

interface NodeSteps {
  readonly steps: StepAnswer['steps']
  readonly isCut: boolean
  /** The node, when it does not answer. */
  readonly silentNodes: readonly string[]
}

async function readNode(
  calls: TraceCalls,
  take: (line: string) => StepAnswer['steps'],
  { node, size }: TraceLogFile,
  { name, positions }: OpenTrace,
): Promise<NodeSteps> {
  const known = positions.get(node) ?? { position: 0, partialLine: '' }
  const isCut = size - known.position > maxUnreadBytes
  // What is passed over ends inside a line, of which only the end will be seen: that is no JSON.
  let current = isCut ? { position: size - chunkBytes, partialLine: '' } : known
  const found: StepAnswer['steps'][number][] = []
  try {
    while (current.position < size) {
      const log = await calls.read(name, node, current.position, chunkBytes)
      const { lines, next } = splitLines(current, log)
      for (const line of lines) found.push(...take(line))
      const isStuck = next.position <= current.position
      current = next
      if (isStuck) break
    }
    return { steps: found, isCut, silentNodes: [] }
  } catch {
    return { steps: found, isCut, silentNodes: [node] }
  } finally {
    positions.set(node, current)
  }
}

/** The lines that are complete, and what has been read of the next. */
function splitLines({ position: from, partialLine }: ReadPosition, { items, meta: { position } }: TraceLog) {
  const part = trimPartialCharacter(from, { text: items, position })
  const lines = (partialLine + part.text).split('\n')
  const rest = lines.pop() ?? ''
  return { lines, next: { position: part.position, partialLine: rest.length > maxLineLength ? '' : rest } }
}

const isGone = (error: unknown) => error instanceof ApiError && error.status === 404

/** Takes away what those before have left behind; those that run may be looked at by somebody else, and `own` is still to be read. */
async function deleteOldTraces(calls: TraceCalls, own: string | undefined): Promise<void> {
  const left = (await calls.list()).filter(
    ({ name, type, status }) => type === 'ruleid' && status === 'stopped' && name.startsWith(prefix) && name !== own,
  )
  for (const { name } of left) await removeTrace(calls, name)
}

/** One that will not go ends by itself, and goes the next time. */
const removeTrace = (calls: TraceCalls, name: string) => calls.remove(name).catch(() => {})

/** Names have only these characters, and 256 of them at most; two pages may begin in the same millisecond. */
const nameFor = (ruleId: string) =>
  `${prefix}${ruleId.replaceAll(/[^A-Za-z0-9_-]/g, '_').slice(0, 200)}_${Date.now()}${Math.random().toString(36).slice(2, 8)}`

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
