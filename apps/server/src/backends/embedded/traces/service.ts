import type { ActionEvent, Integrations } from '@mqdeck/integrations'
import type { TraceEntry, Tracing } from '@mqdeck/kit'
import type { Traces } from '@mqdeck/observe'
import type { BuiltIn, RuleEngine, RuleTraceEvent, RunTrace } from '@mqdeck/rules'
import { isRunTrace } from '../rules/rule-steps.ts'

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
    ruleEngine.observe((observation) => tracing.write(ofRule(observation))),
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

function ofRule(observation: RuleTraceEvent): TraceEntry {
  const run = runOf(observation.trace)
  if ('action' in observation) return ofBuiltIn(observation, run)
  const { event: msg } = observation
  const tag = 'RULE_SQL_EXEC'
  if ('input' in observation) return { tag, msg, meta: { ...run, input: observation.input } }
  if ('reason' in observation) return { level: 'warning', tag, msg, meta: { ...run, reason: observation.reason } }
  if (!('result' in observation)) return { tag, msg, meta: run }
  const [first, ...rest] = observation.result
  return { tag, msg, meta: { ...run, result: rest.length > 0 ? observation.result : first } }
}

type BuiltInTraceEvent = Extract<RuleTraceEvent, { readonly action: BuiltIn }>

function ofBuiltIn(observation: BuiltInTraceEvent, run: ReturnType<typeof runOf>): TraceEntry {
  const { event: msg, action } = observation
  const args = action.function === 'republish' ? { topic: action.topic } : {}
  const meta = { ...run, action_info: { func: action.function, mod: 'emqx_rule_actions', args } }
  if ('reason' in observation) return { tag: 'ACTION', msg, meta: { ...meta, reason: observation.reason } }
  switch (observation.event) {
    case 'action_template_rendered':
      return { tag: 'QUERY_RENDER', msg, meta: { ...meta, result: observation.request } }
    case 'action_success':
      return { tag: 'ACTION', msg, meta: { ...meta, result: 'ok' } }
    case 'action_stopped_after_template_rendering':
      return { tag: 'ACTION', msg, meta: { ...meta, reason: stopped(action.function) } }
  }
}

function ofAction(observation: ActionEvent, trace: RunTrace): TraceEntry {
  const [type = '', ...name] = observation.action.split(':')
  const meta = { ...runOf(trace), action_info: { type, name: name.join(':') } }
  const { event: msg } = observation
  switch (observation.event) {
    case 'action_template_rendered':
      return { tag: 'QUERY_RENDER', msg, meta: { ...meta, result: observation.request } }
    case 'action_stopped_after_template_rendering':
      return { tag: 'ACTION', msg, meta: { ...meta, reason: stopped(observation.action) } }
    case 'action_success':
      return { tag: 'ACTION', msg, meta: { ...meta, result: observation.answer ?? 'ok' } }
    case 'action_retried':
      // Not named `reason`, because the trace page would show the action as failed.
      return { tag: 'ACTION', msg, meta: { ...meta, cause: observation.reason } }
    case 'out_of_service':
      return { level: 'warning', tag: 'ACTION', msg, meta: { ...meta, reason: observation.reason } }
    case 'action_failed':
    case 'request_expired':
      return { tag: 'ACTION', msg, meta: { ...meta, reason: observation.reason } }
  }
}

const stopped = (action: string) => `Action ${action} stopped after template rendering due to test setting.`
