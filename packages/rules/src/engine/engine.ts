import { type ClientInfo, type Hooks, hookPriority, type Message } from '@mqdeck/broker'
import { type Clock, createFailures, type Failure } from '@mqdeck/kit'
import type { ValueMap } from '@mqdeck/kit/json'
import type { Functions } from '../sql/check.ts'
import type { Columns } from '../sql/columns.ts'
import { type CompiledRule, prepareSql, type RuleEnvironment, type RuleResult } from '../sql/compile.ts'
import { type ActionEnvironment, bindAction, targetOf } from './bound-actions.ts'
import {
  type AlarmEvent,
  alarmActivatedColumns,
  alarmDeactivatedColumns,
  publishColumns,
  sourceColumns,
  transformationFailedColumns,
  validationFailedColumns,
} from './event-columns.ts'
import { type EventDetails, listen } from './listen.ts'
import type { RuleObserver } from './observer.ts'
import type { EngineSettings, RuleDefinition } from './rule.ts'
import { RuleError } from './rule-error.ts'
import { createRuleIndex } from './rule-index.ts'
import { createRuleMetrics, type RuleMetrics, type RuleStatistics } from './rule-metrics.ts'
import { createRunner, type LiveRule } from './run-rule.ts'
import { type Simulated, simulate } from './simulate.ts'

export interface RuleEngineOptions extends Omit<ActionEnvironment, 'getObserver'> {
  readonly node: string
  readonly hooks: Hooks
  readonly clock: Clock
  readonly functions: Functions
  /** Environment of functions in a rule or in a SQL test. Created once per rule. */
  readonly environment: (rule?: string) => RuleEnvironment
  /** Details of a connected client. */
  readonly client: (clientId: string) => ClientInfo | undefined
}

export interface RuleEngine {
  /**
   * Replaces the set of rules. Rules that stay keep their statistics.
   * @throws {RuleError} if a SQL statement is invalid. Nothing is changed then.
   */
  update(settings: EngineSettings): void
  /** Undefined if the rule does not exist. */
  metrics(id: string): RuleStatistics | undefined
  /** Also forgets the errors. */
  resetMetrics(id: string): void
  /** The latest errors of the SQL and the actions. Undefined if the rule does not exist. */
  failures(id: string): readonly Failure[] | undefined
  /** Runs the rules that select from a source, for a message that it received. */
  sourceMessage(source: string, message: ValueMap): void
  alarm(change: 'activated' | 'deactivated', alarm: AlarmEvent): void
  /** A message failed the validation or transformation of this name. */
  policyFailed(kind: 'validation' | 'transformation', name: string, message: Message): void
  /**
   * Compiles a statement without FROM into a check: whether it selects a message.
   * @throws {RuleError} if it is invalid
   */
  compileCheck(sql: string): (message: Message) => boolean | Promise<boolean>
  /** Runs a statement for a simulated event without actions. @throws {RuleError} */
  testSql(sql: string, event: Simulated): Promise<RuleResult>
  /**
   * Runs a rule for a simulated event, even if it is disabled. Its actions run too, unless `renderOnly` is set.
   * @throws {RuleError} NOT_FOUND
   */
  testRule(id: string, event: Simulated, renderOnly: boolean): Promise<RuleResult>
  /** Adds an observer for traces. Without observers no trace events are created. */
  observe(observer: RuleObserver): () => void
  stop(): void
}

export function createRuleEngine(options: RuleEngineOptions): RuleEngine {
  const { node, hooks, clock, functions, client } = options
  const observers = new Set<RuleObserver>()
  const reportToAll: RuleObserver = (event) => {
    for (const observer of observers) observer(event)
  }
  const getObserver = () => (observers.size === 0 ? undefined : reportToAll)
  const run = createRunner({
    clock,
    getObserver,
    // A disabled rule continues if it was started by a test.
    isWanted({ definition: { id, enable } }) {
      const now = rules.get(id)?.definition
      return now !== undefined && (now.enable || !enable)
    },
  })
  const actionEnvironment: ActionEnvironment = { ...options, getObserver }
  let rules = new Map<string, LiveRule>()
  let index = createRuleIndex<LiveRule>([])
  let ignoreSys = true
  const listening = new Map<string, () => void>()
  let publishing: { readonly prefix: string; readonly end: () => void } | undefined

  const occur = () => ({ node, at: clock.now() })
  const isIgnored = (topic: string) => ignoreSys && topic.startsWith('$SYS/')
  const runAll = (found: readonly LiveRule[], columns: Columns, details: EventDetails) => {
    for (const rule of found) void run(rule, columns, details)
  }
  const attributes = (clientId: string) => client(clientId)?.attributes ?? {}

  function published(message: Message | undefined): Message | undefined {
    if (message === undefined || isIgnored(message.topic)) return message
    const found = index.forTopic(message.topic)
    if (found.length > 0)
      runAll(found, publishColumns({ message, attributes }, occur()), { message, clientId: message.from.clientId })
    return message
  }

  /** Listens only to events that some rule selects, because every listener costs time. */
  function updateListeners(): void {
    const wanted = new Set(index.events)
    for (const [event, end] of listening) {
      if (wanted.has(event)) continue
      end()
      listening.delete(event)
    }
    for (const event of wanted) {
      if (listening.has(event)) continue
      const end = listen(event, { hooks, occur, isIgnored, fire: fireEvent })
      if (end) listening.set(event, end)
    }
    if (publishing?.prefix === index.topicPrefix) return
    publishing?.end()
    const prefix = index.topicPrefix
    publishing =
      prefix === undefined
        ? undefined
        : { prefix, end: hooks.fold('message.publish', published, { priority: hookPriority.rules, prefix }) }
  }

  function fireEvent(event: string, columns: Columns, details: EventDetails): void {
    runAll(index.forEvent(event), columns, details)
  }

  function toLive(definition: RuleDefinition, order: number): LiveRule {
    const before = rules.get(definition.id)
    const compiled =
      before?.definition.sql === definition.sql ? before.compiled : compile(definition.sql, definition.id)
    const metrics: RuleMetrics = before?.metrics ?? createRuleMetrics(clock)
    const actions =
      before?.definition.actions === definition.actions
        ? before.actions
        : definition.actions.map((action) => bindAction(action, actionEnvironment))
    return {
      definition,
      compiled,
      targets: definition.actions.map(targetOf),
      metrics,
      // Errors of earlier SQL are outdated.
      failures: before && before.compiled === compiled ? before.failures : createFailures(clock),
      actions,
      order,
      environment: before?.environment ?? options.environment(definition.id),
    }
  }

  const compile = (sql: string, id?: string): CompiledRule => {
    const compilation = prepareSql(sql, functions)
    if (compilation.kind === 'refused') throw new RuleError('BAD_SQL', { id, problems: compilation.problems })
    return compilation.rule
  }

  return {
    update({ ignoreSysMessage, rules: definitions }) {
      const next = new Map(definitions.map((definition, order) => [definition.id, toLive(definition, order)]))
      rules = next
      ignoreSys = ignoreSysMessage
      const enabled = [...next.values()].filter(({ definition }) => definition.enable)
      index = createRuleIndex(enabled.map((rule) => [rule, rule.compiled.statement.sources]))
      updateListeners()
    },
    metrics: (id) => rules.get(id)?.metrics.read(),
    resetMetrics(id) {
      rules.get(id)?.metrics.reset()
      rules.get(id)?.failures.reset()
    },
    failures: (id) => rules.get(id)?.failures.read(),
    sourceMessage(source, message) {
      const found = index.forBridge(source)
      if (found.length === 0) return
      const [type = ''] = source.split(':')
      runAll(found, sourceColumns(type, message, occur()), { clientId: undefined })
    },
    alarm(change, alarm) {
      const event = `alarm.${change}`
      if (index.forEvent(event).length === 0) return
      const columns = change === 'activated' ? alarmActivatedColumns : alarmDeactivatedColumns
      fireEvent(event, columns(alarm, occur()), { clientId: undefined })
    },
    policyFailed(kind, name, message) {
      const event = kind === 'validation' ? 'schema.validation_failed' : 'message.transformation_failed'
      if (isIgnored(message.topic) || index.forEvent(event).length === 0) return
      const columns = kind === 'validation' ? validationFailedColumns : transformationFailedColumns
      fireEvent(event, columns({ message, name }, occur()), { message, clientId: message.from.clientId })
    },
    compileCheck(sql) {
      const compilation = prepareSql(sql, functions, { hasFrom: false })
      if (compilation.kind === 'refused') throw new RuleError('BAD_SQL', { problems: compilation.problems })
      const isSelected = (result: RuleResult) => result.kind === 'matched' && result.outputs.length > 0
      const environment = options.environment()
      return (message) => {
        const result = compilation.rule.run(publishColumns({ message, attributes }, occur()), environment)
        return result instanceof Promise ? result.then(isSelected) : isSelected(result)
      }
    },
    async testSql(sql, event) {
      const rule = compile(sql)
      const columns = simulate(rule.statement, event, occur())
      return columns === undefined ? { kind: 'no_match' } : rule.run(columns, options.environment())
    },
    async testRule(id, event, renderOnly) {
      const rule = rules.get(id)
      if (!rule) throw new RuleError('NOT_FOUND', { id })
      const columns = simulate(rule.compiled.statement, event, occur())
      if (columns === undefined) return { kind: 'no_match' }
      const clientId = columns.get('clientid')
      return run(rule, columns, { clientId: typeof clientId === 'string' ? clientId : undefined }, renderOnly)
    },
    observe(observer) {
      observers.add(observer)
      return () => observers.delete(observer)
    },
    stop() {
      rules = new Map()
      index = createRuleIndex<LiveRule>([])
      updateListeners()
    },
  }
}
