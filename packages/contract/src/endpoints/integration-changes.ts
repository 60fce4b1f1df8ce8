import * as z from 'zod'
import { endpoint } from '../endpoint.ts'
import { answer, body, object, stringList } from '../fields/index.ts'
import { ruleCreation } from '../roots/rule-engine.ts'
import { Action, NewAction } from './actions.ts'
import { Connector, NewConnector } from './connectors.ts'
import { Rule } from './rules.ts'
import { NewSource, Source } from './sources.ts'

/** Each as its own endpoint takes it to create it; `type` and `name`, or `id`, say which one is meant. */
const Objects = () =>
  object({
    connectors: z.array(NewConnector).optional(),
    actions: z.array(NewAction).optional(),
    sources: z.array(NewSource).optional(),
    rules: z.array(ruleCreation.schema).optional(),
  })

const Ids = object({
  connectors: stringList().optional(),
  actions: stringList().optional(),
  sources: stringList().optional(),
  rules: stringList().optional(),
})

export const IntegrationChange = body({
  create: Objects().optional(),
  update: Objects().optional(),
  delete: Ids.optional(),
})
export type IntegrationChange = z.input<typeof IntegrationChange>

/** Everything that was created or changed, as it is now. */
export const IntegrationChanged = answer({
  connectors: z.array(Connector),
  actions: z.array(Action),
  sources: z.array(Source),
  rules: z.array(Rule),
})
export type IntegrationChanged = z.infer<typeof IntegrationChanged>

/**
 * Rules with their actions, sources and connectors in one change: all of it, or nothing. What depends on each other is judged
 * by what there is afterwards, so order does not matter. Nothing that exists is created and nothing that is missing changed.
 */
export const changeIntegration = endpoint({
  method: 'POST',
  path: '/mqdeck/integration_changes',
  tag: 'MQDeck',
  body: IntegrationChange,
  answerWithin: 60_000,
  ok: { 200: IntegrationChanged },
  errors: { 400: ['ALREADY_EXISTS', 'BAD_REQUEST'], 404: ['NOT_FOUND'] },
})

export const integrationChanges = { changeIntegration }
