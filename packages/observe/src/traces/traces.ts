import { chmodSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { maxTraces, type NewTrace, type TraceState } from '@mqdeck/contract'
import type { Clock, Log, Store, TraceEntry, Tracing } from '@mqdeck/kit'
import { fileNameOf, invalid, stateOf, type TraceDefinition, TraceError, toDefinition } from './definition.ts'
import { createTraceFormat, type FormatTrace } from './format.ts'
import { createMatcher } from './matcher.ts'
import { readText, type TextPart } from './read-text.ts'
import { openTraceFile, type TraceFile, type TraceFileEnd } from './trace-file.ts'

export interface TracesOptions {
  /** Directory of the trace files, like EMQX's `data/trace`. */
  readonly folder: string
  readonly store: Store
  readonly clock: Clock
  readonly log: Log
  /** Maximum size of a trace in bytes. Defaults to EMQX's limit. */
  readonly maxSize?: number
}

export interface TraceView extends TraceDefinition {
  readonly state: TraceState
  /** In bytes. */
  readonly size: number
}

/** The file of a trace. `modifiedAt` is milliseconds since the epoch. */
export interface TraceOnDisk {
  /** File name as in EMQX, without its directory. */
  readonly file: string
  readonly path: string
  readonly size: number
  readonly modifiedAt: number
}

/** Traces with their conditions, times and files. They continue after a restart, and written lines are kept if the process is killed. */
export interface Traces {
  /** Newest first. */
  list(): Promise<readonly TraceView[]>
  has(name: string): boolean
  /** Starts a trace. Resolves when it is stored. @throws {TraceError} (rejects) */
  create(wanted: NewTrace): Promise<TraceView>
  /** Stops a trace and keeps its file. Resolves to false if there is no such trace. */
  stop(name: string): Promise<boolean>
  /** Deletes a trace and its file. */
  remove(name: string): Promise<boolean>
  removeAll(): Promise<void>
  /** Reads a part of the file, including all lines until now. Undefined if there is no such trace. */
  read(name: string, position: number, bytes: number): Promise<TextPart | undefined>
  /** The file of a trace. Undefined if there is no such trace or it has not written anything. */
  onDisk(name: string): Promise<TraceOnDisk | undefined>
  /** Undefined while no trace is running. */
  readonly tracing: Tracing | undefined
  /** Called when the first trace starts and when the last one has stopped. */
  onActive(listener: (tracing: Tracing | undefined) => void): void
  /** Must be called before clients can connect. */
  start(): void
  /** Writes the remaining lines. Running traces continue at the next start. */
  close(): Promise<void>
}

/** The limit of EMQX. */
const defaultMaxSize = 512 * 1024 * 1024
/** Maximum number of queued characters per trace. */
const maxQueuedCharacters = 8 * 1024 * 1024

interface RunningTrace extends TraceDefinition {
  readonly format: FormatTrace
  readonly output: TraceFile
}

export function createTraces({ folder, store, clock, log, maxSize = defaultMaxSize }: TracesOptions): Traces {
  const table = store.table<TraceDefinition>('traces')
  const traces = new Map<string, TraceDefinition>()
  const running = new Map<string, RunningTrace>()
  const listeners: ((tracing: Tracing | undefined) => void)[] = []
  let matcher = createMatcher<RunningTrace>([])
  let tracing: Tracing | undefined
  let isStarted = false
  let cancelTimer: (() => void) | undefined

  const seconds = () => Math.floor(clock.now() / 1000)
  const pathOf = (trace: TraceDefinition) => join(folder, fileNameOf(trace))

  const activeTracing: Tracing = {
    wants: (subject) => matcher.wants(subject),
    write(entry) {
      try {
        const now = clock.now()
        for (const { format, output } of matcher.tracesFor(entry)) output.append(format(entry, now))
      } catch (error) {
        // Tracing must not affect clients.
        log.error({ entry: entry.msg, error }, 'trace_entry_not_written')
      }
    },
  }

  /** Starts traces that are due and stops those that have ended. */
  function refresh(): void {
    cancelTimer?.()
    cancelTimer = undefined
    if (!isStarted) return
    const now = seconds()
    for (const trace of traces.values()) {
      const state = stateOf(trace, now)
      if (state === 'running' && !running.has(trace.name)) startTrace(trace)
      if (state === 'stopped' && trace.enabled) void stopTrace(trace.name)
    }
    const due = [...traces.values()]
      .filter(({ enabled }) => enabled)
      .flatMap(({ startAt, endAt }) => [startAt, endAt])
      .filter((at) => at > now)
    if (due.length > 0) cancelTimer = clock.after(Math.min(...due) * 1000 - clock.now(), refresh)
  }

  function startTrace(trace: TraceDefinition): void {
    const format = createTraceFormat(trace.formatter, trace.payloadEncode)
    const output = openTraceFile({
      path: pathOf(trace),
      maxSize,
      maxQueuedCharacters,
      droppedLine: (count) =>
        format({ level: 'warning', tag: 'TRACE', msg: 'trace_lines_dropped', meta: { count } }, clock.now()),
      onEnd: (reason) => onFileEnded(trace.name, reason),
    })
    running.set(trace.name, { ...trace, format, output })
    updateMatcher()
  }

  function updateMatcher(): void {
    matcher = createMatcher([...running.values()])
    const next = running.size > 0 ? activeTracing : undefined
    if (next === tracing) return
    tracing = next
    for (const listener of listeners) listener(tracing)
  }

  function onFileEnded(name: string, reason: TraceFileEnd): void {
    const text = 'full' in reason ? `the file has reached ${maxSize} bytes` : String(reason.error)
    log.warn({ name, reason: text }, 'trace_stopped')
    void stopTrace(name)
  }

  /** Resolves when all its lines are written. */
  async function stopTrace(name: string): Promise<void> {
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

  async function finish(one: RunningTrace): Promise<void> {
    running.delete(one.name)
    updateMatcher()
    await one.output.flush()
    const { size } = await sizeOf(one)
    const stopping: TraceEntry = { tag: 'API', msg: 'trace_stopping', meta: { [one.type]: one.filter } }
    // As in EMQX, only if the file has other lines.
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

  function requireNew(definition: TraceDefinition): void {
    if (traces.has(definition.name)) throw new TraceError('ALREADY_EXISTS', `${definition.name} Already Exists`)
    for (const { name, type, filter, startAt } of traces.values())
      if (type === definition.type && filter === definition.filter && startAt === definition.startAt)
        throw new TraceError('DUPLICATE_CONDITION', `${name} Duplication Condition`)
  }

  async function remove(name: string): Promise<boolean> {
    const trace = traces.get(name)
    if (!trace) return false
    await stopTrace(name)
    await rm(pathOf(trace), { force: true })
    await table.remove(name)
    // Deleted last, so that a new trace with this name cannot be created before.
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
      if (traces.size >= maxTraces)
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
      await stopTrace(name)
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
      // A waiting trace has no file yet.
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
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      // Earlier versions created it for every user of the machine.
      chmodSync(folder, 0o700)
      const known = new Set([...traces.values()].map(fileNameOf))
      // Files left by a process that was killed while deleting a trace.
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
      updateMatcher()
      await Promise.all(outputs.map((output) => output.close()))
    },
  }
}
