import type { NewMessage, PublishOutcome, UserProperties } from '@mqdeck/broker'
import { messageOf, type RuleActionSetting, reasonName } from '@mqdeck/contract'
import type { Log } from '@mqdeck/kit'
import { encodeJson, type ValueMap } from '@mqdeck/kit/json'
import { fromPlainMap } from '../from-plain.ts'
import type { ActionOutcome, ActionPort, RunTrace } from './action-port.ts'
import type { BuiltIn, RuleObserver } from './observer.ts'
import { createRepublish } from './republish.ts'

/** Information about the run, in addition to the selected columns. */
interface ActionRun {
  readonly trace: RunTrace
  /** User properties of the message that triggered the rule. */
  readonly userProperties: UserProperties | undefined
  /** IDs of the rules that led to this run, oldest first, without the current rule. */
  readonly chain: readonly string[]
  readonly renderOnly: boolean
  readonly done: (outcome: ActionOutcome) => void
}

/** An action of a rule that is ready to run. Never throws. */
export type BoundAction = (chosen: ValueMap, run: ActionRun) => void

export interface ActionEnvironment {
  readonly actions: ActionPort
  readonly publish: (message: NewMessage) => Promise<PublishOutcome>
  /** Sends a message to subscribers only. */
  readonly dispatch: (message: NewMessage) => Promise<PublishOutcome>
  readonly log: Log
  /** Undefined if there are no observers. */
  readonly getObserver: () => RuleObserver | undefined
}

export function bindAction(setting: RuleActionSetting, environment: ActionEnvironment): BoundAction {
  if (typeof setting === 'string') return bindOutside(setting, environment)
  return setting.function === 'console' ? bindConsole(environment) : bindRepublish(setting, environment)
}

/** Name of an action in errors: `http:a`, `console`, `republish:TOPIC`. */
export const targetOf = (setting: RuleActionSetting): string => {
  if (typeof setting === 'string') return setting
  return setting.function === 'console' ? setting.function : `${setting.function}:${setting.args.topic}`
}

const bindOutside =
  (id: string, { actions }: ActionEnvironment): BoundAction =>
  (chosen, { trace, renderOnly, done }) =>
    actions.send(id, chosen, { key: trace.clientId, trace, renderOnly, done })

const bindConsole =
  ({ log, getObserver }: ActionEnvironment): BoundAction =>
  (chosen, { trace, renderOnly, done }) => {
    const action: BuiltIn = { function: 'console' }
    getObserver()?.({ event: 'action_template_rendered', trace, action, request: chosen })
    if (renderOnly) {
      getObserver()?.({ event: 'action_stopped_after_template_rendering', trace, action })
    } else {
      log.info({ rule_id: trace.ruleId, data: encodeJson(chosen) }, 'rule_action_console')
      getObserver()?.({ event: 'action_success', trace, action, request: chosen })
    }
    done({ result: 'success', answer: undefined })
  }

type Republish = Extract<RuleActionSetting, { readonly function: 'republish' }>

/**
 * Limit for rules that trigger each other. Each step is a nested call, and longer chains are most likely endless loops.
 */
const maxChainLength = 32

function bindRepublish({ args }: Republish, { publish, dispatch, getObserver }: ActionEnvironment): BoundAction {
  const render = createRepublish(args)
  const action: BuiltIn = { function: 'republish', topic: args.topic }
  return (chosen, { trace, chain, userProperties, renderOnly, done }) => {
    const fail = (event: 'action_failed' | 'recursive_republish_detected', reason: string) => {
      getObserver()?.({ event, trace, action, reason })
      done({ result: 'failed', reason })
    }
    if (chain.includes(trace.ruleId) || chain.length >= maxChainLength)
      return fail('recursive_republish_detected', `rules trigger each other: ${[...chain, trace.ruleId].join(', ')}`)
    let rendered: ReturnType<typeof render>
    try {
      rendered = render(chosen, userProperties)
    } catch (error) {
      return fail('action_failed', messageOf(error))
    }
    const { message, directDispatch } = rendered
    const observer = getObserver()
    const request = observer ? toRequest(message) : {}
    observer?.({ event: 'action_template_rendered', trace, action, request })
    if (renderOnly) {
      observer?.({ event: 'action_stopped_after_template_rendering', trace, action })
      return done({ result: 'success', answer: undefined })
    }
    const from = {
      clientId: trace.ruleId,
      username: undefined,
      peername: undefined,
      protocol: 'rule',
      rules: [...chain, trace.ruleId],
    }
    const send = directDispatch ? dispatch : publish
    send({ ...message, from }).then(
      (outcome) => {
        if ('rejected' in outcome) return fail('action_failed', reasonName(outcome.rejected))
        getObserver()?.({ event: 'action_success', trace, action, request })
        done({ result: 'success', answer: undefined })
      },
      (error: unknown) => fail('action_failed', messageOf(error)),
    )
  }
}

const toRequest = ({ topic, payload, qos, retain, properties = {} }: Omit<NewMessage, 'from'>): ValueMap => ({
  ...fromPlainMap({ topic, qos, retain, properties }),
  payload,
})
