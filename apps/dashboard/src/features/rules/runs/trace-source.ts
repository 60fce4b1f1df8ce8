import type { NewTrace, Trace, TraceLog, TraceLogFile } from '@mqdeck/contract'
import { ApiError } from '@mqdeck/contract'
import { trimPartialCharacter } from '../../../lib/partial-character.ts'
import type { StepAnswer, StepSource } from './step-tail.ts'
import { createTraceSteps } from './trace-steps.ts'

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
const renewAfter = 9 * 60_000
const endsAfter = 10 * 60_000

const bytesAtOnce = 256 * 1024
/** Of one node and one round; what is older than that is passed over. */
const mostUnread = 4 * bytesAtOnce

/** Characters after which the end of a line is no longer waited for. */
const longestLine = 4 * bytesAtOnce

const readyWithin = 3000
const askReadyEvery = 200

interface Open {
  readonly name: string
  readonly since: number
  readonly places: Map<string, Place>
  /** By node, the lines that the trace before has had, too. */
  readonly known: ReadonlyMap<string, Set<string>>
}

/** Where reading goes on, and what stands before it: the beginning of a line. */
interface Place {
  readonly position: number
  readonly begun: string
}

/** What a rule does, read from a trace of it that is there as long as somebody looks. */
export function createTraceSource(options: TraceSourceOptions): StepSource {
  const { calls, ruleId, now = () => performance.now(), wait = sleep } = options
  const steps = createTraceSteps()
  let open: Open | undefined
  let closings = 0
  let position = 0

  async function begin(known: Open['known'] = new Map()): Promise<void> {
    const before = closings
    const name = nameFor(ruleId)
    await sweep(calls, open?.name)
    if (closings !== before) return
    await create({ name, type: 'ruleid', ruleid: ruleId, payload_encode: 'text', formatter: 'json' })
    if (closings !== before) {
      // Nobody looks any more.
      await removed(calls, name)
      return
    }
    open = { name, since: now(), places: new Map(), known }
    await ready(name)
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
  async function ready(name: string): Promise<void> {
    for (const end = now() + readyWithin; now() < end && open?.name === name; await wait(askReadyEvery)) {
      const files = await calls.files(name).catch(() => [])
      if (files.length > 0) return
    }
  }

  async function readOn(opened: Open, alsoTo?: Map<string, Set<string>>): Promise<StepAnswer> {
    const { name, known } = opened
    const files = await calls.files(name)
    const takeOf = (node: string) => (line: string) => {
      alsoTo?.set(node, (alsoTo.get(node) ?? new Set()).add(line))
      return known.get(node)?.delete(line) ? [] : steps.take(node, line)
    }
    const news = await Promise.all(files.map((file) => readNode(calls, takeOf(file.node), file, opened)))
    const found = news.flatMap((one) => one.steps)
    position = Math.max(position, ...found.map((step) => step.position))
    return {
      position,
      steps: found.sort((a, b) => a.position - b.position),
      isCut: news.some(({ isCut }) => isCut),
      silent: news.flatMap(({ silent }) => silent),
      isTraced: true,
    }
  }

  /** The next one begins before this one is read to its end: nothing falls between them, and what both have is told once. */
  async function renew(old: Open): Promise<StepAnswer> {
    const both = new Map<string, Set<string>>()
    // What has been read is told in any case; the next round tries again.
    await begin(both).catch(() => {})
    const answer = await readOn(old, both)
    if (open !== old) await removed(calls, old.name)
    return { ...answer, isCut: answer.isCut === true || now() - old.since > endsAfter }
  }

  const nothingNew = (): StepAnswer => ({ position, steps: [], isTraced: true })

  return {
    async read() {
      if (!open) {
        await begin()
        return nothingNew()
      }
      const opened = open
      try {
        return await (now() - opened.since > renewAfter ? renew(opened) : readOn(opened))
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
    if (name !== undefined) await removed(calls, name)
  }
}

interface News {
  readonly steps: StepAnswer['steps']
  readonly isCut: boolean
  /** The node, when it does not answer. */
  readonly silent: readonly string[]
}

async function readNode(
  calls: TraceCalls,
  take: (line: string) => StepAnswer['steps'],
  { node, size }: TraceLogFile,
  { name, places }: Open,
): Promise<News> {
  const known = places.get(node) ?? { position: 0, begun: '' }
  const isCut = size - known.position > mostUnread
  // What is passed over ends inside a line, of which only the end will be seen: that is no JSON.
  let place = isCut ? { position: size - bytesAtOnce, begun: '' } : known
  const found: StepAnswer['steps'][number][] = []
  try {
    while (place.position < size) {
      const log = await calls.read(name, node, place.position, bytesAtOnce)
      const { lines, next } = takeLines(place, log)
      for (const line of lines) found.push(...take(line))
      const isStuck = next.position <= place.position
      place = next
      if (isStuck) break
    }
    return { steps: found, isCut, silent: [] }
  } catch {
    return { steps: found, isCut, silent: [node] }
  } finally {
    places.set(node, place)
  }
}

/** The lines that are complete, and what has been read of the next. */
function takeLines({ position: from, begun }: Place, { items, meta: { position } }: TraceLog) {
  const part = trimPartialCharacter(from, { text: items, position })
  const lines = (begun + part.text).split('\n')
  const rest = lines.pop() ?? ''
  return { lines, next: { position: part.position, begun: rest.length > longestLine ? '' : rest } }
}

const isGone = (error: unknown) => error instanceof ApiError && error.status === 404

/** Takes away what those before have left behind; those that run may be looked at by somebody else, and `own` is still to be read. */
async function sweep(calls: TraceCalls, own: string | undefined): Promise<void> {
  const left = (await calls.list()).filter(
    ({ name, type, status }) => type === 'ruleid' && status === 'stopped' && name.startsWith(prefix) && name !== own,
  )
  for (const { name } of left) await removed(calls, name)
}

/** One that will not go ends by itself, and goes the next time. */
const removed = (calls: TraceCalls, name: string) => calls.remove(name).catch(() => {})

/** Names have only these characters, and 256 of them at most; two pages may begin in the same millisecond. */
const nameFor = (ruleId: string) =>
  `${prefix}${ruleId.replaceAll(/[^A-Za-z0-9_-]/g, '_').slice(0, 200)}_${Date.now()}${Math.random().toString(36).slice(2, 8)}`

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
