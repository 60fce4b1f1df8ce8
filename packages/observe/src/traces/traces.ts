import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { mostTraces, type NewTrace, type TraceState } from '@mqdeck/contract'
import type { Clock, Log, Store, TraceEntry, Tracing } from '@mqdeck/kit'
import { fileNameOf, invalid, stateOf, type TraceDefinition, TraceError, toDefinition } from './definition.ts'
import { createTraceFormat, type FormatTrace } from './format.ts'
import { createMatcher } from './matcher.ts'
import { readText, type TextPart } from './read-text.ts'
import { openTraceFile, type TraceFile, type TraceFileEnd } from './trace-file.ts'

export interface TracesOptions {
  /** Its files lie here: EMQX's `data/trace`. */
  readonly folder: string
  readonly store: Store
  readonly clock: Clock
  readonly log: Log
  /** Bytes of one trace; EMQX's limit unless given. */
  readonly maxSize?: number
}

export interface TraceView extends TraceDefinition {
  readonly state: TraceState
  /** Bytes. */
  readonly size: number
}

/** Where a trace has written; `modifiedAt` in milliseconds since the epoch. */
export interface TraceOnDisk {
  /** Without its folder, with EMQX's name. */
  readonly file: string
  readonly path: string
  readonly size: number
  readonly modifiedAt: number
}

/** Traces: what they are for, when, and what they have written. They survive a restart, and their lines a killed process. */
export interface Traces {
  /** The newest first. */
  list(): Promise<readonly TraceView[]>
  has(name: string): boolean
  /** Resolves when it is on disk; it runs already. @throws {TraceError} (rejects) */
  create(wanted: NewTrace): Promise<TraceView>
  /** False: there is none of this name. What it has written stays. */
  stop(name: string): Promise<boolean>
  /** With what it has written. */
  remove(name: string): Promise<boolean>
  removeAll(): Promise<void>
  /** Undefined: there is none of this name. What has been traced until now is in it. */
  read(name: string, position: number, bytes: number): Promise<TextPart | undefined>
  /** Undefined: it has written nothing yet, or is not there. */
  onDisk(name: string): Promise<TraceOnDisk | undefined>
  /** Undefined for as long as none runs. */
  readonly tracing: Tracing | undefined
  /** Told when the first begins and when the last has ended. */
  onActive(listener: (tracing: Tracing | undefined) => void): void
  /** Before anybody can connect. */
  start(): void
  /** Writes what is left; those that run go on at the next start. */
  close(): Promise<void>
}

/** EMQX's; its logger stops there, too. */
const usualMaxSize = 512 * 1024 * 1024
/** Characters of all lines of one trace that wait for the disk. */
const maxWaiting = 8 * 1024 * 1024

interface Running extends TraceDefinition {
  readonly format: FormatTrace
  readonly output: TraceFile
}

export function createTraces({ folder, store, clock, log, maxSize = usualMaxSize }: TracesOptions): Traces {
  const table = store.table<TraceDefinition>('traces')
  const traces = new Map<string, TraceDefinition>()
  const running = new Map<string, Running>()
  const listeners: ((tracing: Tracing | undefined) => void)[] = []
  let matcher = createMatcher<Running>([])
  let tracing: Tracing | undefined
  let isStarted = false
  let cancelTimer: (() => void) | undefined

  const seconds = () => Math.floor(clock.now() / 1000)
  const pathOf = (trace: TraceDefinition) => join(folder, fileNameOf(trace))

  const open: Tracing = {
    wants: (subject) => matcher.wants(subject),
    write(entry) {
      try {
        const now = clock.now()
        for (const { format, output } of matcher.of(entry)) output.append(format(entry, now))
      } catch (error) {
        // Whoever is traced must not notice.
        log.error({ entry: entry.msg, error }, 'trace_entry_not_written')
      }
    },
  }

  /** Begins what is due and ends what is over. */
  function refresh(): void {
    cancelTimer?.()
    cancelTimer = undefined
    if (!isStarted) return
    const now = seconds()
    for (const trace of traces.values()) {
      const state = stateOf(trace, now)
      if (state === 'running' && !running.has(trace.name)) begin(trace)
      if (state === 'stopped' && trace.enabled) void end(trace.name)
    }
    const due = [...traces.values()]
      .filter(({ enabled }) => enabled)
      .flatMap(({ startAt, endAt }) => [startAt, endAt])
      .filter((at) => at > now)
    if (due.length > 0) cancelTimer = clock.after(Math.min(...due) * 1000 - clock.now(), refresh)
  }

  function begin(trace: TraceDefinition): void {
    const format = createTraceFormat(trace.formatter, trace.payloadEncode)
    const output = openTraceFile({
      path: pathOf(trace),
      maxSize,
      maxWaiting,
      droppedLine: (count) =>
        format({ level: 'warning', tag: 'TRACE', msg: 'trace_lines_dropped', meta: { count } }, clock.now()),
      ended: (reason) => halted(trace.name, reason),
    })
    running.set(trace.name, { ...trace, format, output })
    rematch()
  }

  function rematch(): void {
    matcher = createMatcher([...running.values()])
    const next = running.size > 0 ? open : undefined
    if (next === tracing) return
    tracing = next
    for (const listener of listeners) listener(tracing)
  }

  function halted(name: string, reason: TraceFileEnd): void {
    const why = 'full' in reason ? `the file has reached ${maxSize} bytes` : String(reason.error)
    log.warn({ name, reason: why }, 'trace_stopped')
    void end(name)
  }

  /** Resolves when everything of it is written. */
  async function end(name: string): Promise<void> {
    const one = running.get(name)
    const trace = traces.get(name)
    if (trace?.enabled) {
      const stopped = { ...trace, enabled: false }
      traces.set(name, stopped)
      await Promise.all([
        one && finish(one),
        table.put(name, stopped).catch((error: unknown) => log.error({ name, error }, 'trace_not_saved')),
      ])
    } else if (one) await finish(one)
  }

  async function finish(one: Running): Promise<void> {
    running.delete(one.name)
    rematch()
    await one.output.flush()
    const { size } = await sizeOf(one)
    const stopping: TraceEntry = { tag: 'API', msg: 'trace_stopping', meta: { [one.type]: one.filter } }
    // As EMQX: not in a file that has nothing else.
    if (size > 0) one.output.append(one.format(stopping, clock.now()))
    await one.output.close()
  }

  async function sizeOf(trace: TraceDefinition) {
    await running.get(trace.name)?.output.flush()
    const found = await stat(pathOf(trace)).catch(() => undefined)
    return { size: found?.size ?? 0, modifiedAt: found?.mtimeMs }
  }

  async function view(trace: TraceDefinition): Promise<TraceView> {
    return { ...trace, state: stateOf(trace, seconds()), size: (await sizeOf(trace)).size }
  }

  function requireNew(wanted: TraceDefinition): void {
    if (traces.has(wanted.name)) throw new TraceError('ALREADY_EXISTS', `${wanted.name} Already Exists`)
    for (const { name, type, filter, startAt } of traces.values())
      if (type === wanted.type && filter === wanted.filter && startAt === wanted.startAt)
        throw new TraceError('DUPLICATE_CONDITION', `${name} Duplication Condition`)
  }

  async function remove(name: string): Promise<boolean> {
    const trace = traces.get(name)
    if (!trace) return false
    await end(name)
    await rm(pathOf(trace), { force: true })
    await table.remove(name)
    // Last: a new one of the same name must find its place empty.
    traces.delete(name)
    refresh()
    return true
  }

  return {
    async list() {
      const views = await Promise.all([...traces.values()].toReversed().map(view))
      return views.sort((a, b) => b.startAt - a.startAt)
    },
    has: (name) => traces.has(name),
    async create(wanted) {
      if (traces.size >= mostTraces)
        throw invalid('The number of traces created has reached the maximum please delete the useless ones first')
      const trace = toDefinition(wanted, seconds())
      requireNew(trace)
      traces.set(trace.name, trace)
      try {
        await table.put(trace.name, trace)
      } catch (error) {
        traces.delete(trace.name)
        throw error
      }
      refresh()
      return view(trace)
    },
    async stop(name) {
      if (!traces.has(name)) return false
      await end(name)
      refresh()
      return true
    },
    remove,
    async removeAll() {
      await Promise.all([...traces.keys()].map(remove))
    },
    async read(name, position, bytes) {
      const trace = traces.get(name)
      if (!trace) return undefined
      await running.get(name)?.output.flush()
      // One that waits has no file yet.
      return (await readText(pathOf(trace), position, bytes)) ?? { text: '', position }
    },
    async onDisk(name) {
      const trace = traces.get(name)
      if (!trace) return undefined
      const { size, modifiedAt } = await sizeOf(trace)
      return modifiedAt === undefined ? undefined : { file: fileNameOf(trace), path: pathOf(trace), size, modifiedAt }
    },
    get tracing() {
      return tracing
    },
    onActive: (listener) => void listeners.push(listener),
    start() {
      for (const { value } of table.entries()) traces.set(value.name, value)
      mkdirSync(folder, { recursive: true })
      const known = new Set([...traces.values()].map(fileNameOf))
      // What a process left behind that ended between two steps of a removal.
      for (const name of readdirSync(folder))
        if (/^trace_.*\.log$/.test(name) && !known.has(name)) rmSync(join(folder, name), { force: true })
      isStarted = true
      refresh()
    },
    async close() {
      isStarted = false
      cancelTimer?.()
      const outputs = [...running.values()].map(({ output }) => output)
      running.clear()
      rematch()
      await Promise.all(outputs.map((output) => output.close()))
    },
  }
}
