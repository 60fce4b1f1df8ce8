import * as z from 'zod'
import { empty, endpoint } from '../endpoint.ts'
import { boolean, string, withDefault } from '../fields/index.ts'
import type { Text } from '../text.ts'
import {
  byResourceId,
  IntegrationStatistics,
  IntegrationSummary,
  operation,
  StillUsed,
  statusFields,
} from './integration-model.ts'

/** Shared fields of actions and sources. Each belongs to a connector. */

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

/**
 * Response fields. Times are milliseconds since the epoch. `rules` are the IDs of rules that use it. `error` equals
 * `status_reason`.
 */
export const channelResponse = {
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
  readonly titles: Readonly<
    Record<'create' | 'update' | 'remove' | 'enable' | 'start' | 'startOnNode' | 'resetMetrics' | 'probe', Text>
  >
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
>({ root, singular, tag, titles, New, Update, One }: Channel<R, S, N, U, O>) {
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
      title: titles.create,
      tag,
      body: New,
      timeoutMs: 60_000,
      ok: { 201: One },
      errors: { 400: ['ALREADY_EXISTS', 'BAD_REQUEST'] },
    }),

    get: endpoint({
      method: 'GET',
      path: `/${root}/{id}`,
      params: byResourceId,
      tag,
      ok: { 200: One },
      errors: { 404: notFound },
    }),

    /** Replaces the settings. Buffered messages are lost. */
    update: endpoint({
      method: 'PUT',
      path: `/${root}/{id}`,
      params: byResourceId,
      title: titles.update,
      tag,
      body: Update,
      timeoutMs: 60_000,
      ok: { 200: One },
      errors: { 400: badRequest, 404: notFound, 503: unavailable },
    }),

    /** Rejected while rules use it, unless it is to be removed from them. */
    remove: endpoint({
      method: 'DELETE',
      path: `/${root}/{id}`,
      params: byResourceId,
      title: titles.remove,
      tag,
      query: z.object({ also_delete_dep_actions: withDefault(boolean(), false) }),
      ok: { 204: empty },
      errors: { 404: notFound, 503: unavailable },
      otherErrors: { 400: StillUsed },
    }),

    enable: endpoint({
      method: 'PUT',
      path: `/${root}/{id}/enable/{enable}`,
      title: titles.enable,
      tag,
      params: z.object({ id: string(), enable: boolean() }),
      timeoutMs: 60_000,
      ok: { 204: empty },
      errors: { 404: notFound, 503: unavailable },
    }),

    /** Tries to start it immediately on every node. */
    start: endpoint({
      method: 'POST',
      path: `/${root}/{id}/{operation}`,
      title: titles.start,
      tag,
      params: z.object({ id: string(), operation }),
      timeoutMs: 60_000,
      ok: { 204: empty },
      errors: { 400: badRequest, 404: notFound, 501: ['NOT_IMPLEMENTED'], 503: unavailable },
    }),

    startOnNode: endpoint({
      method: 'POST',
      path: `/nodes/{node}/${root}/{id}/{operation}`,
      title: titles.startOnNode,
      tag,
      params: z.object({ node: string(), id: string(), operation }),
      timeoutMs: 60_000,
      ok: { 204: empty },
      errors: { 400: badRequest, 404: notFound, 501: ['NOT_IMPLEMENTED'], 503: unavailable },
    }),

    getMetrics: endpoint({
      method: 'GET',
      path: `/${root}/{id}/metrics`,
      params: byResourceId,
      tag,
      ok: { 200: IntegrationStatistics },
      errors: { 404: notFound },
    }),

    resetMetrics: endpoint({
      method: 'PUT',
      path: `/${root}/{id}/metrics/reset`,
      params: byResourceId,
      title: titles.resetMetrics,
      tag,
      ok: { 204: empty },
      errors: { 404: notFound },
    }),

    /** Tests it with its connector without saving anything. */
    probe: endpoint({
      method: 'POST',
      path: `/${root}_probe`,
      title: titles.probe,
      tag,
      body: New,
      timeoutMs: 60_000,
      ok: { 204: empty },
      errors: { 400: ['TEST_FAILED'] },
    }),
  } as const
}
