import type { ActionEvent, Integrations } from '@mqdeck/integrations'
import type { TraceEntry, Tracing } from '@mqdeck/kit'
import type { Traces } from '@mqdeck/observe'
import type { BuiltIn, RuleEngine, RuleTraceEvent, RunTrace } from '@mqdeck/rules'
import { isRunTrace } from '../integration/run-trace.ts'

interface Options {
  readonly traces: Pick<Traces, 'onActive'>
  readonly ruleEngine: Pick<RuleEngine, 'observe'>
  readonly integrations: Pick<Integrations, 'observe'>
}

/**
 * Writes the steps of rules and actions into traces, with EMQX's messages. Rules are observed only while a trace is
 * running.
 */
export function traceRules({ traces, ruleEngine, integrations }: Options): void {
  let ends: readonly (() => void)[] = []
  traces.onActive((tracing) => {
    for (const end of ends) end()
    ends = tracing ? watch(tracing) : []
  })

  const watch = (tracing: Tracing) => [
    ruleEngine.observe((told) => tracing.write(ofRule(told))),
    integrations.observe((event) => {
      if (isRunTrace(event.trace)) tracing.write(ofAction(event, event.trace))
    }),
  ]
}

const runOf = ({ ruleId, clientId, triggeredAt }: RunTrace) => ({
  rule_id: ruleId,
  clientid: clientId,
  rule_trigger_ts: [triggeredAt],
})

function ofRule(told: RuleTraceEvent): TraceEntry {
  const run = runOf(told.trace)
  if ('action' in told) return ofBuiltIn(told, run)
  const { event: msg } = told
  const tag = 'RULE_SQL_EXEC'
  if ('input' in told) return { tag, msg, meta: { ...run, input: told.input } }
  if ('reason' in told) return { level: 'warning', tag, msg, meta: { ...run, reason: told.reason } }
  if (!('result' in told)) return { tag, msg, meta: run }
  const [first, ...rest] = told.result
  return { tag, msg, meta: { ...run, result: rest.length > 0 ? told.result : first } }
}

type BuiltInTraceEvent = Extract<RuleTraceEvent, { readonly action: BuiltIn }>

function ofBuiltIn(told: BuiltInTraceEvent, run: ReturnType<typeof runOf>): TraceEntry {
  const { event: msg, action } = told
  const args = action.function === 'republish' ? { topic: action.topic } : {}
  const meta = { ...run, action_info: { func: action.function, mod: 'emqx_rule_actions', args } }
  if ('reason' in told) return { tag: 'ACTION', msg, meta: { ...meta, reason: told.reason } }
  switch (told.event) {
    case 'action_template_rendered':
      return { tag: 'QUERY_RENDER', msg, meta: { ...meta, result: told.request } }
    case 'action_success':
      return { tag: 'ACTION', msg, meta: { ...meta, result: 'ok' } }
    case 'action_stopped_after_template_rendering':
      return { tag: 'ACTION', msg, meta: { ...meta, reason: stopped(action.function) } }
  }
}

function ofAction(told: ActionEvent, trace: RunTrace): TraceEntry {
  const [type = '', ...name] = told.action.split(':')
  const meta = { ...runOf(trace), action_info: { type, name: name.join(':') } }
  const { event: msg } = told
  switch (told.event) {
    case 'action_template_rendered':
      return { tag: 'QUERY_RENDER', msg, meta: { ...meta, result: told.request } }
    case 'action_stopped_after_template_rendering':
      return { tag: 'ACTION', msg, meta: { ...meta, reason: stopped(told.action) } }
    case 'action_success':
      return { tag: 'ACTION', msg, meta: { ...meta, result: told.answer ?? 'ok' } }
    case 'action_retried':
      // Not named `reason`, because the trace page would show the action as failed.
      return { tag: 'ACTION', msg, meta: { ...meta, cause: told.reason } }
    case 'out_of_service':
      return { level: 'warning', tag: 'ACTION', msg, meta: { ...meta, reason: told.reason } }
    case 'action_failed':
    case 'request_expired':
      return { tag: 'ACTION', msg, meta: { ...meta, reason: told.reason } }
  }
}

const stopped = (action: string) => `Action ${action} stopped after template rendering due to test setting.`
