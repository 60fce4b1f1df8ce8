import type { RuleStep } from '@mqdeck/contract'
import { isRecord } from '../../../lib/json/json-path.ts'
import { rawJsonAt } from '../../../lib/json/raw-json.ts'

/** Converts lines of a log trace in JSON format to steps. The lines of a node must be in order. */
export interface TraceParser {
  readonly take: (node: string, line: string) => readonly RuleStep[]
}

/** Maximum number of characters of an input or output, as in this broker. */
const maxDataLength = 16_384
/** Number of runs that can still get steps. */
const maxRuns = 2000

interface KnownRun {
  readonly id: number
  readonly clientid: string | undefined
  /** Events of the run so far, with their targets. */
  readonly seenEvents: Set<string>
}

/**
 * Lines identify their run only by its start time in milliseconds (`rule_trigger_ts`). Runs with the same time are
 * distinguished by client and by the events that they already have. A line of a batch belongs to all of its runs.
 */
export function createTraceParser(): TraceParser {
  const known = new Map<string, KnownRun[]>()
  let position = 0
  let runs = 0

  function addRun(key: string, clientid: string | undefined): KnownRun {
    const run = { id: ++runs, clientid, seenEvents: new Set<string>() }
    const others = known.get(key)
    if (others) others.push(run)
    else known.set(key, [run])
    const [oldest] = known.keys()
    if (known.size > maxRuns && oldest !== undefined) known.delete(oldest)
    return run
  }

  function runFor(key: string, { event, target, clientid }: TraceLine): KnownRun {
    const all = known.get(key) ?? []
    const own = all.filter((run) => run.clientid === clientid)
    const candidates = own.length > 0 ? own : all
    const isNew = ({ seenEvents }: KnownRun) => !seenEvents.has(nameOf(event, target))
    const found = event === 'rule_activated' ? undefined : (candidates.find(isNew) ?? candidates.at(-1))
    return found ?? addRun(key, clientid)
  }

  return {
    take(node, line) {
      const traceLine = parseTraceLine(line)
      if (!traceLine) return []
      const { triggers, ...step } = traceLine
      return triggers.map((triggeredAt) => {
        const run = runFor(`${triggeredAt} ${node}`, traceLine)
        run.seenEvents.add(nameOf(traceLine.event, traceLine.target))
        position += 1
        return { ...step, position, run: run.id, triggered_at: triggeredAt }
      })
    },
  }
}

const nameOf = (event: string, target: string | undefined) => `${event} ${target ?? ''}`

type TraceLine = Omit<RuleStep, 'position' | 'run' | 'triggered_at'> & { readonly triggers: readonly number[] }

/** Undefined for invalid lines and for lines about other things than the rule and its actions. */
function parseTraceLine(line: string): TraceLine | undefined {
  const { time, msg: event, meta } = parseJson(line)
  if (typeof event !== 'string' || !isRecord(meta)) return undefined
  const target = isOfRule(event) ? undefined : targetOf(meta.action_info)
  if (ignoredEvents.has(event) || (target === undefined && !isOfRule(event))) return undefined
  const at = Date.parse(String(time)) || 0
  const wasTriggered = Array.isArray(meta.rule_trigger_ts) ? meta.rule_trigger_ts.filter(Number.isInteger) : []
  // `cause` is the reason of a failed attempt that is retried, so it is not final.
  const reasonKey = ['reason', 'cause'].find((name) => meta[name] !== undefined)
  const data = rawJsonAt(line, ['meta', event === 'rule_activated' ? 'input' : 'result'])
  return {
    triggers: wasTriggered.length > 0 ? wasTriggered : [at],
    at,
    event,
    ...(target !== undefined && { target }),
    ...(typeof meta.clientid === 'string' && { clientid: meta.clientid }),
    ...(reasonKey !== undefined && { reason: textOf(meta[reasonKey], line, reasonKey) }),
    ...(data !== undefined && { data: data.slice(0, maxDataLength) }),
  }
}

function parseJson(line: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(line)
    return isRecord(value) ? value : {}
  } catch {
    // Lines can be truncated or written by others.
    return {}
  }
}

const ofRule: ReadonlySet<string> = new Set([
  'rule_activated',
  'SQL_yielded_result',
  'SQL_yielded_no_result',
  'apply_rule_failed',
])
const isOfRule = (event: string) => ofRule.has(event) || event.endsWith('_clause_exception')

/** Intermediate steps without a result. */
const ignoredEvents: ReadonlySet<string> = new Set([
  'call_action_function',
  'republish_message',
  'publish_to',
  'bridge_action',
  'http_connector_received',
  'async_send_msg_to_remote_node',
])

/** `type:name` of an action. For built-in actions the function, and the topic of republish. */
function targetOf(info: unknown): string | undefined {
  if (!isRecord(info)) return undefined
  const { type, name, func, args } = info
  if (typeof type === 'string' && typeof name === 'string') return `${type}:${name}`
  if (typeof func !== 'string') return undefined
  return func === 'republish' && isRecord(args) && typeof args.topic === 'string' ? `${func}:${args.topic}` : func
}

const textOf = (value: unknown, line: string, name: string) =>
  typeof value === 'string' ? value : (rawJsonAt(line, ['meta', name]) ?? '')
