import * as z from 'zod'
import { empty, endpoint } from '../endpoint.ts'
import { boolean, string, withDefault } from '../fields/index.ts'
import {
  byResourceId,
  IntegrationFigures,
  IntegrationSummary,
  operation,
  StillUsed,
  statusFields,
} from './integration-model.ts'

/** What actions and sources have in common: each is one end of a connector. */

export const channelName = { type: z.string(), name: z.string() }
export const channelSettings = {
  /** Name of its connector. */
  connector: z.string(),
  enable: z.boolean().optional(),
  description: z.string().optional(),
  tags: z.array(z.string()).optional(),
  parameters: z.record(z.string(), z.unknown()).optional(),
  resource_opts: z.record(z.string(), z.unknown()).optional(),
}

/** What is answered. Times are milliseconds since the epoch; `rules`: ids of those that use it; `error`: the same as `status_reason`. */
export const channelAnswer = {
  ...channelName,
  ...channelSettings,
  ...statusFields,
  error: z.string().optional(),
  rules: z.array(z.string()).optional(),
  created_at: z.int().optional(),
  last_modified_at: z.int().optional(),
}

interface Channel<R, S, N, U, O> {
  readonly root: R
  readonly singular: S
  readonly tag: string
  readonly New: N
  readonly Update: U
  readonly One: O
}

const badRequest = ['BAD_REQUEST'] as const
const notFound = ['NOT_FOUND'] as const
const unavailable = ['SERVICE_UNAVAILABLE'] as const

/** The endpoints of actions, or of sources. */
export function channelEndpoints<
  const R extends string,
  const S extends string,
  N extends z.ZodType,
  U extends z.ZodType,
  O extends z.ZodType,
>({ root, singular, tag, New, Update, One }: Channel<R, S, N, U, O>) {
  const one = { params: byResourceId, tag } as const
  return {
    list: endpoint({ method: 'GET', path: `/${root}`, tag, ok: { 200: z.array(One) } }),

    listSummaries: endpoint({
      method: 'GET',
      path: `/${root}_summary`,
      tag,
      ok: { 200: z.array(IntegrationSummary) },
    }),

    /** The types that this broker can run. */
    listTypes: endpoint({ method: 'GET', path: `/${singular}_types`, tag, ok: { 200: z.array(z.string()) } }),

    create: endpoint({
      method: 'POST',
      path: `/${root}`,
      tag,
      body: New,
      answerWithin: 60_000,
      ok: { 201: One },
      errors: { 400: ['ALREADY_EXISTS', 'BAD_REQUEST'] },
    }),

    get: endpoint({
      method: 'GET',
      path: `/${root}/{id}`,
      ...one,
      ok: { 200: One },
      errors: { 404: notFound },
    }),

    /** Replaces the settings; what waited in its buffer is lost. */
    update: endpoint({
      method: 'PUT',
      path: `/${root}/{id}`,
      ...one,
      body: Update,
      answerWithin: 60_000,
      ok: { 200: One },
      errors: { 400: badRequest, 404: notFound, 503: unavailable },
    }),

    /** Refused while rules use it, unless it is to be taken out of them. */
    remove: endpoint({
      method: 'DELETE',
      path: `/${root}/{id}`,
      ...one,
      query: z.object({ also_delete_dep_actions: withDefault(boolean(), false) }),
      ok: { 204: empty },
      errors: { 404: notFound, 503: unavailable },
      otherErrors: { 400: StillUsed },
    }),

    enable: endpoint({
      method: 'PUT',
      path: `/${root}/{id}/enable/{enable}`,
      tag,
      params: z.object({ id: string(), enable: boolean() }),
      answerWithin: 60_000,
      ok: { 204: empty },
      errors: { 404: notFound, 503: unavailable },
    }),

    /** Tries to get it to work at once, on every node. */
    start: endpoint({
      method: 'POST',
      path: `/${root}/{id}/{operation}`,
      tag,
      params: z.object({ id: string(), operation }),
      answerWithin: 60_000,
      ok: { 204: empty },
      errors: { 400: badRequest, 404: notFound, 501: ['NOT_IMPLEMENTED'], 503: unavailable },
    }),

    startOnNode: endpoint({
      method: 'POST',
      path: `/nodes/{node}/${root}/{id}/{operation}`,
      tag,
      params: z.object({ node: string(), id: string(), operation }),
      answerWithin: 60_000,
      ok: { 204: empty },
      errors: { 400: badRequest, 404: notFound, 501: ['NOT_IMPLEMENTED'], 503: unavailable },
    }),

    getMetrics: endpoint({
      method: 'GET',
      path: `/${root}/{id}/metrics`,
      ...one,
      ok: { 200: IntegrationFigures },
      errors: { 404: notFound },
    }),

    resetMetrics: endpoint({
      method: 'PUT',
      path: `/${root}/{id}/metrics/reset`,
      ...one,
      ok: { 204: empty },
      errors: { 404: notFound },
    }),

    /** Whether it would work with its connector; nothing is kept. */
    probe: endpoint({
      method: 'POST',
      path: `/${root}_probe`,
      tag,
      body: New,
      answerWithin: 60_000,
      ok: { 204: empty },
      errors: { 400: ['TEST_FAILED'] },
    }),
  } as const
}
