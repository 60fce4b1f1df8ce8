import * as z from 'zod'
import { empty, endpoint } from '../endpoint.ts'
import { boolean, plugged, string, withDefault } from '../fields/index.ts'
import {
  byResourceId,
  IntegrationFigures,
  IntegrationSummary,
  operation,
  StillUsed,
  statusFields,
} from './integration-model.ts'

const named = { type: z.string(), name: z.string() }
const settings = {
  /** Name of its connector. */
  connector: z.string(),
  enable: z.boolean().optional(),
  description: z.string().optional(),
  tags: z.array(z.string()).optional(),
  parameters: z.record(z.string(), z.unknown()).optional(),
  resource_opts: z.record(z.string(), z.unknown()).optional(),
}

/** What its type wants stands in `parameters`: the broker's plug-ins know and check it. */
export const NewAction = plugged('action_post', { ...named, ...settings })
export type NewAction = z.infer<typeof NewAction>

/** All settings; `******` keeps a secret. */
export const ActionUpdate = plugged('action_put', settings)
export type ActionUpdate = z.infer<typeof ActionUpdate>

/** Times are milliseconds since the epoch; `rules`: ids of those that use it; `error`: the same as `status_reason`. */
export const Action = plugged('action', {
  ...named,
  ...settings,
  ...statusFields,
  error: z.string().optional(),
  rules: z.array(z.string()).optional(),
  created_at: z.int().optional(),
  last_modified_at: z.int().optional(),
})
export type Action = z.infer<typeof Action>

const tag = 'Actions'
const badRequest = ['BAD_REQUEST'] as const
const notFound = ['NOT_FOUND'] as const
const unavailable = ['SERVICE_UNAVAILABLE'] as const
const one = { params: byResourceId, tag } as const

export const listActions = endpoint({ method: 'GET', path: '/actions', tag, ok: { 200: z.array(Action) } })

export const listActionSummaries = endpoint({
  method: 'GET',
  path: '/actions_summary',
  tag,
  ok: { 200: z.array(IntegrationSummary) },
})

/** The types that this broker can run. */
export const listActionTypes = endpoint({ method: 'GET', path: '/action_types', tag, ok: { 200: z.array(z.string()) } })

export const createAction = endpoint({
  method: 'POST',
  path: '/actions',
  tag,
  body: NewAction,
  answerWithin: 60_000,
  ok: { 201: Action },
  errors: { 400: ['ALREADY_EXISTS', 'BAD_REQUEST'] },
})

export const getAction = endpoint({
  method: 'GET',
  path: '/actions/{id}',
  ...one,
  ok: { 200: Action },
  errors: { 404: notFound },
})

/** Replaces the settings; what waited in its buffer is lost. */
export const updateAction = endpoint({
  method: 'PUT',
  path: '/actions/{id}',
  ...one,
  body: ActionUpdate,
  answerWithin: 60_000,
  ok: { 200: Action },
  errors: { 400: badRequest, 404: notFound, 503: unavailable },
})

/** Refused while rules use it, unless it is to be taken out of them. */
export const deleteAction = endpoint({
  method: 'DELETE',
  path: '/actions/{id}',
  ...one,
  query: z.object({ also_delete_dep_actions: withDefault(boolean(), false) }),
  ok: { 204: empty },
  errors: { 404: notFound, 503: unavailable },
  otherErrors: { 400: StillUsed },
})

export const enableAction = endpoint({
  method: 'PUT',
  path: '/actions/{id}/enable/{enable}',
  tag,
  params: z.object({ id: string(), enable: boolean() }),
  answerWithin: 60_000,
  ok: { 204: empty },
  errors: { 404: notFound, 503: unavailable },
})

/** Tries to get it to work at once, on every node. */
export const startAction = endpoint({
  method: 'POST',
  path: '/actions/{id}/{operation}',
  tag,
  params: z.object({ id: string(), operation }),
  answerWithin: 60_000,
  ok: { 204: empty },
  errors: { 400: badRequest, 404: notFound, 501: ['NOT_IMPLEMENTED'], 503: unavailable },
})

export const startActionOnNode = endpoint({
  method: 'POST',
  path: '/nodes/{node}/actions/{id}/{operation}',
  tag,
  params: z.object({ node: string(), id: string(), operation }),
  answerWithin: 60_000,
  ok: { 204: empty },
  errors: { 400: badRequest, 404: notFound, 501: ['NOT_IMPLEMENTED'], 503: unavailable },
})

export const getActionMetrics = endpoint({
  method: 'GET',
  path: '/actions/{id}/metrics',
  ...one,
  ok: { 200: IntegrationFigures },
  errors: { 404: notFound },
})

export const resetActionMetrics = endpoint({
  method: 'PUT',
  path: '/actions/{id}/metrics/reset',
  ...one,
  ok: { 204: empty },
  errors: { 404: notFound },
})

/** Whether it would work with its connector; nothing is kept. */
export const probeAction = endpoint({
  method: 'POST',
  path: '/actions_probe',
  tag,
  body: NewAction,
  answerWithin: 60_000,
  ok: { 204: empty },
  errors: { 400: ['TEST_FAILED'] },
})

export const actions = {
  listActions,
  listActionSummaries,
  listActionTypes,
  createAction,
  getAction,
  updateAction,
  deleteAction,
  enableAction,
  startAction,
  startActionOnNode,
  getActionMetrics,
  resetActionMetrics,
  probeAction,
}
