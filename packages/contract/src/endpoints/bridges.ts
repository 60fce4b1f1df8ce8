import * as z from 'zod'
import { empty, endpoint } from '../endpoint.ts'
import { boolean, oneOf, openObject, response, string, withDefault } from '../fields/index.ts'
import { byResourceId, IntegrationMetrics, StillUsed, statusFields } from './integration-model.ts'

/*
 * The first version of connectors and actions: a bridge is a connector together with its only action or source, which have
 * its name. EMQX keeps these operations for old programs.
 */

const named = { type: z.string(), name: z.string() }

/** The fields of a connector and of its action, without `parameters`. Further fields depend on its type. */
export const NewBridge = openObject('bridge_post', named)
export type NewBridge = z.infer<typeof NewBridge>

/** All settings; `******` keeps a secret. */
export const BridgeUpdate = openObject('bridge_put', {})
export type BridgeUpdate = z.infer<typeof BridgeUpdate>

export const Bridge = openObject('bridge', { ...named, ...statusFields })
export type Bridge = z.infer<typeof Bridge>

const BridgeMetrics = IntegrationMetrics.omit({ queuing_bytes: true })

export const BridgeStatistics = response({
  metrics: BridgeMetrics,
  node_metrics: z.array(response({ node: z.string(), metrics: BridgeMetrics })),
})
export type BridgeStatistics = z.infer<typeof BridgeStatistics>

const tag = 'Bridges'
const badRequest = ['BAD_REQUEST'] as const
const notFound = ['NOT_FOUND'] as const
const unavailable = ['SERVICE_UNAVAILABLE'] as const
const one = { params: byResourceId, tag } as const
const operation = oneOf(['start', 'stop', 'restart'])
const operationAnswers = {
  tag,
  timeoutMs: 60_000,
  ok: { 204: empty },
  errors: { 400: badRequest, 404: notFound, 501: ['NOT_IMPLEMENTED'], 503: unavailable },
} as const

export const listBridges = endpoint({ method: 'GET', path: '/bridges', tag, ok: { 200: z.array(Bridge) } })

export const createBridge = endpoint({
  method: 'POST',
  path: '/bridges',
  title: { en: 'Create bridge', zh: '创建桥接' },
  tag,
  body: NewBridge,
  timeoutMs: 60_000,
  ok: { 201: Bridge },
  errors: { 400: ['ALREADY_EXISTS', 'BAD_REQUEST'] },
})

export const getBridge = endpoint({
  method: 'GET',
  path: '/bridges/{id}',
  ...one,
  ok: { 200: Bridge },
  errors: { 404: notFound },
})

export const updateBridge = endpoint({
  method: 'PUT',
  path: '/bridges/{id}',
  title: { en: 'Edit bridge', zh: '编辑桥接' },
  ...one,
  body: BridgeUpdate,
  timeoutMs: 60_000,
  ok: { 200: Bridge },
  errors: { 400: badRequest, 404: notFound },
})

/** Rejected while rules use it, unless it is to be removed from them. */
export const deleteBridge = endpoint({
  method: 'DELETE',
  path: '/bridges/{id}',
  title: { en: 'Delete bridge', zh: '删除桥接' },
  ...one,
  query: z.object({ also_delete_dep_actions: withDefault(boolean(), false) }),
  ok: { 204: empty },
  errors: { 404: notFound, 503: unavailable },
  otherErrors: { 400: StillUsed },
})

export const enableBridge = endpoint({
  method: 'PUT',
  path: '/bridges/{id}/enable/{enable}',
  title: { en: 'Enable or disable bridge', zh: '启用或禁用桥接' },
  tag,
  params: z.object({ id: string(), enable: boolean() }),
  timeoutMs: 60_000,
  ok: { 204: empty },
  errors: { 400: badRequest, 404: notFound, 503: unavailable },
})

export const runBridge = endpoint({
  method: 'POST',
  path: '/bridges/{id}/{operation}',
  title: { en: 'Start, stop or restart bridge', zh: '启动、停止或重启桥接' },
  params: z.object({ id: string(), operation }),
  ...operationAnswers,
})

export const runBridgeOnNode = endpoint({
  method: 'POST',
  path: '/nodes/{node}/bridges/{id}/{operation}',
  title: { en: 'Start, stop or restart bridge on node', zh: '在节点上启动、停止或重启桥接' },
  params: z.object({ node: string(), id: string(), operation }),
  ...operationAnswers,
})

/** Zeros for a bridge that does not exist, as in EMQX. */
export const getBridgeMetrics = endpoint({
  method: 'GET',
  path: '/bridges/{id}/metrics',
  ...one,
  ok: { 200: BridgeStatistics },
  errors: { 404: notFound },
})

export const resetBridgeMetrics = endpoint({
  method: 'PUT',
  path: '/bridges/{id}/metrics/reset',
  title: { en: 'Reset bridge statistics', zh: '重置桥接统计' },
  ...one,
  ok: { 204: empty },
  errors: { 404: notFound },
})

/** Tests it without saving anything. */
export const probeBridge = endpoint({
  method: 'POST',
  path: '/bridges_probe',
  title: { en: 'Test bridge', zh: '测试桥接' },
  tag,
  body: NewBridge,
  timeoutMs: 60_000,
  ok: { 204: empty },
  errors: { 400: ['TEST_FAILED'] },
})

export const bridges = {
  listBridges,
  createBridge,
  getBridge,
  updateBridge,
  deleteBridge,
  enableBridge,
  runBridge,
  runBridgeOnNode,
  getBridgeMetrics,
  resetBridgeMetrics,
  probeBridge,
}
