import * as z from 'zod'
import { empty, endpoint } from '../endpoint.ts'
import { body, count, response, string } from '../fields/index.ts'
import { exhookServer } from '../roots/exhook.ts'
import { shapeOf, type WireValue } from '../struct/index.ts'

/** `connecting`: tried again until it succeeds. `disconnected`: not tried again. `error`: the node did not respond. */
export const exhookStatuses = ['connected', 'connecting', 'disconnected', 'disabled', 'error'] as const
export type ExHookStatus = (typeof exhookStatuses)[number]

/** Calls per second in the last seconds, the highest such rate, and the calls since the server was enabled. */
export const ExHookMetrics = response({
  failed: count(),
  succeed: count(),
  rate: count(),
  max_rate: count(),
  /** Reports that were not sent, because too many were waiting. Not in EMQX. */
  dropped: count().optional(),
})
export type ExHookMetrics = z.infer<typeof ExHookMetrics>

const nodeMetrics = z.array(response({ node: z.string(), metrics: ExHookMetrics }))

/** A hook that the server chose. `topics` exists for messages; an empty list means all topics. */
const chosenHook = {
  name: z.string(),
  params: z
    .looseObject({ topics: z.array(z.string()).optional() })
    // EMQX describes a map of texts.
    .meta({ properties: { $name: { type: 'string' } }, additionalProperties: undefined }),
}

const state = {
  hooks: z.array(response(chosenHook)),
  metrics: ExHookMetrics,
  node_metrics: nodeMetrics,
  node_status: z.array(
    response({
      node: z.string(),
      status: z.enum(exhookStatuses),
      /** Why the node is not connected. Not in EMQX. */
      reason: z.string().optional(),
    }),
  ),
}

/** An ExHook server with its settings and its state. */
export type ExHook = WireValue<typeof exhookServer> & z.infer<z.ZodObject<typeof state>>
// The shape is built from the fields of the struct; zod cannot follow that.
export const ExHook = z.looseObject({ ...shapeOf(exhookServer.fields), ...state }) as unknown as z.ZodType<
  ExHook,
  ExHook
>

export const ExHookHook = response({ ...chosenHook, metrics: ExHookMetrics, node_metrics: nodeMetrics })
export type ExHookHook = z.infer<typeof ExHookHook>

/** The response of a server, which is not saved. */
export const ExHookTest = response({
  /** Version of the protocol: `v2` or `v3`. */
  version: z.string(),
  hooks: z.array(response(chosenHook)),
  /** Milliseconds until the hooks were known. */
  took: count(),
})
export type ExHookTest = z.infer<typeof ExHookTest>

const tag = 'ExHook'
const one = { params: z.object({ name: string({ example: 'default' }) }), tag } as const
/** Returned for updates only. Otherwise the code is BAD_REQUEST, with the status 404, as in EMQX. */
const missing = ['NOT_FOUND'] as const

/** In the order in which they are called. */
export const listExHooks = endpoint({ method: 'GET', path: '/exhooks', tag, ok: { 200: z.array(ExHook) } })

/** The new server is the last one. */
export const createExHook = endpoint({
  method: 'POST',
  path: '/exhooks',
  title: { en: 'Create ExHook server', zh: '创建 ExHook 服务器' },
  tag,
  body: exhookServer.schema,
  timeoutMs: 60_000,
  ok: { 200: ExHook },
  errors: { 400: ['BAD_REQUEST'] },
})

export const getExHook = endpoint({
  method: 'GET',
  path: '/exhooks/{name}',
  ...one,
  ok: { 200: ExHook },
  errors: { 404: missing },
})

/** Missing fields get their defaults. The name cannot be changed. */
export const updateExHook = endpoint({
  method: 'PUT',
  path: '/exhooks/{name}',
  title: { en: 'Edit ExHook server', zh: '编辑 ExHook 服务器' },
  ...one,
  body: exhookServer.schema,
  timeoutMs: 60_000,
  ok: { 200: ExHook },
  errors: { 400: ['BAD_REQUEST'], 404: missing },
})

export const deleteExHook = endpoint({
  method: 'DELETE',
  path: '/exhooks/{name}',
  title: { en: 'Delete ExHook server', zh: '删除 ExHook 服务器' },
  ...one,
  ok: { 204: empty },
  errors: { 404: missing },
})

/** `front`, `rear`, `before:NAME`, `after:NAME`. */
export const moveExHook = endpoint({
  method: 'POST',
  path: '/exhooks/{name}/move',
  title: { en: 'Move ExHook server', zh: '移动 ExHook 服务器' },
  ...one,
  body: body({ position: string({ example: 'front' }) }),
  ok: { 204: empty },
  errors: { 400: ['BAD_REQUEST'], 404: missing },
})

/** The hooks that a server chose, with their metrics. */
export const listExHookHooks = endpoint({
  method: 'GET',
  path: '/exhooks/{name}/hooks',
  ...one,
  ok: { 200: z.array(ExHookHook) },
  errors: { 400: ['BAD_REQUEST'] },
})

/**
 * Connects to a server once and asks it for its hooks, as when it is loaded, then unloads it. Nothing is saved. A
 * `******` is the password of the server of that name.
 */
export const testExHook = endpoint({
  method: 'POST',
  path: '/mqdeck/exhook_test',
  title: { en: 'Test ExHook server', zh: '测试 ExHook 服务器' },
  tag: 'MQDeck',
  allows: 'administrators',
  body: exhookServer.schema,
  timeoutMs: 60_000,
  ok: { 200: ExHookTest },
  errors: { 400: ['BAD_REQUEST', 'TEST_FAILED'] },
})

export const exhooks = {
  listExHooks,
  createExHook,
  getExHook,
  updateExHook,
  deleteExHook,
  moveExHook,
  listExHookHooks,
  testExHook,
}
