import type { NewTrace, Trace, TraceLog, TraceLogFile } from '@mqdeck/contract'
import { ApiError } from '@mqdeck/contract'
import { trimPartialCharacter } from '../../../lib/payload/partial-character.ts'
import type { StepAnswer, StepSource } from './step-tail.ts'
import { createTraceParser } from './trace-parser.ts'

/** Trace requests to EMQX. They reject on errors. */
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
  /** Milliseconds of a monotonic clock. */
  readonly now?: () => number
  readonly wait?: (ms: number) => Promise<unknown>
}

/** Same prefix as in the dashboard of EMQX. */
const prefix = 'DEBUG_RULE_'

/**
 * A trace without times starts immediately and ends after ten minutes by the clock of the broker, so traces of a
 * crashed tab end automatically. A new trace is created before that.
 */
const renewAfterMs = 9 * 60_000
const endsAfterMs = 10 * 60_000

const chunkBytes = 256 * 1024
/** Limit per node and request. Older data is skipped. */
const maxUnreadBytes = 4 * chunkBytes

/** Limit for an incomplete line. */
const maxLineLength = 4 * chunkBytes

const readyTimeoutMs = 3000
const readyPollMs = 200

interface OpenTrace {
  readonly name: string
  readonly since: number
  readonly positions: Map<string, ReadPosition>
  /** By node, lines that the previous trace also contained. */
  readonly known: ReadonlyMap<string, Set<string>>
}

/** Read position in a file, and the start of the incomplete last line. */
interface ReadPosition {
  readonly position: number
  readonly partialLine: string
}

/** Reads the steps of a rule from a log trace that exists while the view is open. */
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
      // The view was closed meanwhile.
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
      // Another user started to watch the same rule in the same second.
      await wait(1100)
      await calls.create(trace)
    }
  }

  /** Nodes need a moment to start a trace. Steps before that are missing. */
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

  /**
   * Starts the next trace before the old one is read to its end, so that no step is lost. Lines in both traces are
   * reported once.
   */
  async function renew(old: OpenTrace): Promise<StepAnswer> {
    const both = new Map<string, Set<string>>()
    // Keeps the old trace after an error. The next request tries again.
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
        // The trace was deleted, or the tab was suspended for a long time.
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
  /** The name of the node if it did not respond. */
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
  // Skipping starts inside of a line, whose rest is not valid JSON and is ignored.
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

/** Splits the data into complete lines and an incomplete last line. */
function splitLines({ position: from, partialLine }: ReadPosition, { items, meta: { position } }: TraceLog) {
  const part = trimPartialCharacter(from, { text: items, position })
  const lines = (partialLine + part.text).split('\n')
  const rest = lines.pop() ?? ''
  return { lines, next: { position: part.position, partialLine: rest.length > maxLineLength ? '' : rest } }
}

const isGone = (error: unknown) => error instanceof ApiError && error.status === 404

/** Deletes stopped traces of earlier views. Running traces can belong to other users, and `own` is still being read. */
async function deleteOldTraces(calls: TraceCalls, own: string | undefined): Promise<void> {
  const left = (await calls.list()).filter(
    ({ name, type, status }) => type === 'ruleid' && status === 'stopped' && name.startsWith(prefix) && name !== own,
  )
  for (const { name } of left) await removeTrace(calls, name)
}

/** Errors are ignored, because the trace ends automatically and is deleted the next time. */
const removeTrace = (calls: TraceCalls, name: string) => calls.remove(name).catch(() => {})

/** Names can have 256 of these characters. The random part keeps names of two pages unique. */
const nameFor = (ruleId: string) =>
  `${prefix}${ruleId.replaceAll(/[^A-Za-z0-9_-]/g, '_').slice(0, 200)}_${Date.now()}${Math.random().toString(36).slice(2, 8)}`

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
