import * as z from 'zod'
import { endpoint } from '../endpoint.ts'
import { body, object, response, stringList } from '../fields/index.ts'
import { ruleCreation } from '../roots/rule-engine.ts'
import { Action, NewAction } from './actions.ts'
import { Connector, NewConnector } from './connectors.ts'
import { Rule } from './rules.ts'
import { NewSource, Source } from './sources.ts'

/** Each object as its own create endpoint takes it. `type` and `name`, or `id`, identify it. */
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

/** All created and changed objects in their new state. */
export const IntegrationChanged = response({
  connectors: z.array(Connector),
  actions: z.array(Action),
  sources: z.array(Source),
  rules: z.array(Rule),
})
export type IntegrationChanged = z.infer<typeof IntegrationChanged>

/**
 * Changes rules with their actions, sources and connectors in one transaction. Dependencies are checked against the
 * final state, so the order does not matter. Existing objects cannot be created, and missing ones cannot be changed.
 */
export const changeIntegration = endpoint({
  method: 'POST',
  path: '/mqdeck/integration_changes',
  title: { en: 'Change data integration', zh: '修改数据集成' },
  tag: 'MQDeck',
  body: IntegrationChange,
  timeoutMs: 60_000,
  ok: { 200: IntegrationChanged },
  errors: { 400: ['ALREADY_EXISTS', 'BAD_REQUEST'], 404: ['NOT_FOUND'] },
})

export const integrationChanges = { changeIntegration }
