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
export const NewSource = plugged('source_post', { ...named, ...settings })
export type NewSource = z.infer<typeof NewSource>

/** All settings; `******` keeps a secret. */
export const SourceUpdate = plugged('source_put', settings)
export type SourceUpdate = z.infer<typeof SourceUpdate>

/** Times are milliseconds since the epoch; `rules`: ids of those that use it; `error`: the same as `status_reason`. */
export const Source = plugged('source', {
  ...named,
  ...settings,
  ...statusFields,
  error: z.string().optional(),
  rules: z.array(z.string()).optional(),
  created_at: z.int().optional(),
  last_modified_at: z.int().optional(),
})
export type Source = z.infer<typeof Source>

const tag = 'Sources'
const badRequest = ['BAD_REQUEST'] as const
const notFound = ['NOT_FOUND'] as const
const unavailable = ['SERVICE_UNAVAILABLE'] as const
const one = { params: byResourceId, tag } as const

export const listSources = endpoint({ method: 'GET', path: '/sources', tag, ok: { 200: z.array(Source) } })

export const listSourceSummaries = endpoint({
  method: 'GET',
  path: '/sources_summary',
  tag,
  ok: { 200: z.array(IntegrationSummary) },
})

/** The types that this broker can run. */
export const listSourceTypes = endpoint({ method: 'GET', path: '/source_types', tag, ok: { 200: z.array(z.string()) } })

export const createSource = endpoint({
  method: 'POST',
  path: '/sources',
  tag,
  body: NewSource,
  answerWithin: 60_000,
  ok: { 201: Source },
  errors: { 400: ['ALREADY_EXISTS', 'BAD_REQUEST'] },
})

export const getSource = endpoint({
  method: 'GET',
  path: '/sources/{id}',
  ...one,
  ok: { 200: Source },
  errors: { 404: notFound },
})

/** Replaces the settings; what waited in its buffer is lost. */
export const updateSource = endpoint({
  method: 'PUT',
  path: '/sources/{id}',
  ...one,
  body: SourceUpdate,
  answerWithin: 60_000,
  ok: { 200: Source },
  errors: { 400: badRequest, 404: notFound, 503: unavailable },
})

/** Refused while rules use it, unless it is to be taken out of them. */
export const deleteSource = endpoint({
  method: 'DELETE',
  path: '/sources/{id}',
  ...one,
  query: z.object({ also_delete_dep_actions: withDefault(boolean(), false) }),
  ok: { 204: empty },
  errors: { 404: notFound, 503: unavailable },
  otherErrors: { 400: StillUsed },
})

export const enableSource = endpoint({
  method: 'PUT',
  path: '/sources/{id}/enable/{enable}',
  tag,
  params: z.object({ id: string(), enable: boolean() }),
  answerWithin: 60_000,
  ok: { 204: empty },
  errors: { 404: notFound, 503: unavailable },
})

/** Tries to get it to work at once, on every node. */
export const startSource = endpoint({
  method: 'POST',
  path: '/sources/{id}/{operation}',
  tag,
  params: z.object({ id: string(), operation }),
  answerWithin: 60_000,
  ok: { 204: empty },
  errors: { 400: badRequest, 404: notFound, 501: ['NOT_IMPLEMENTED'], 503: unavailable },
})

export const startSourceOnNode = endpoint({
  method: 'POST',
  path: '/nodes/{node}/sources/{id}/{operation}',
  tag,
  params: z.object({ node: string(), id: string(), operation }),
  answerWithin: 60_000,
  ok: { 204: empty },
  errors: { 400: badRequest, 404: notFound, 501: ['NOT_IMPLEMENTED'], 503: unavailable },
})

export const getSourceMetrics = endpoint({
  method: 'GET',
  path: '/sources/{id}/metrics',
  ...one,
  ok: { 200: IntegrationFigures },
  errors: { 404: notFound },
})

export const resetSourceMetrics = endpoint({
  method: 'PUT',
  path: '/sources/{id}/metrics/reset',
  ...one,
  ok: { 204: empty },
  errors: { 404: notFound },
})

/** Whether it would work with its connector; nothing is kept. */
export const probeSource = endpoint({
  method: 'POST',
  path: '/sources_probe',
  tag,
  body: NewSource,
  answerWithin: 60_000,
  ok: { 204: empty },
  errors: { 400: ['TEST_FAILED'] },
})

export const sources = {
  listSources,
  listSourceSummaries,
  listSourceTypes,
  createSource,
  getSource,
  updateSource,
  deleteSource,
  enableSource,
  startSource,
  startSourceOnNode,
  getSourceMetrics,
  resetSourceMetrics,
  probeSource,
}
