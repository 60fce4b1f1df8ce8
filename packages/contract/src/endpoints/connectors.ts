import * as z from 'zod'
import { empty, endpoint } from '../endpoint.ts'
import { boolean, openObject, string } from '../fields/index.ts'
import { byResourceId, operation, statusFields } from './integration-model.ts'

const named = { type: z.string(), name: z.string() }
const settings = {
  enable: z.boolean().optional(),
  description: z.string().optional(),
  tags: z.array(z.string()).optional(),
}

/** Further fields depend on its type: the broker's plug-ins define and check them. */
export const NewConnector = openObject('connector_post', { ...named, ...settings })
export type NewConnector = z.infer<typeof NewConnector>

/** All settings; `******` keeps a secret. */
export const ConnectorUpdate = openObject('connector_put', settings)
export type ConnectorUpdate = z.infer<typeof ConnectorUpdate>

/** `actions`, `sources`: names of those that use it. */
export const Connector = openObject('connector', {
  ...named,
  ...settings,
  ...statusFields,
  actions: z.array(z.string()).optional(),
  sources: z.array(z.string()).optional(),
})
export type Connector = z.infer<typeof Connector>

const tag = 'Connectors'
const badRequest = ['BAD_REQUEST'] as const
const notFound = ['NOT_FOUND'] as const
const unavailable = ['SERVICE_UNAVAILABLE'] as const
const one = { params: byResourceId, tag } as const

export const listConnectors = endpoint({
  method: 'GET',
  path: '/connectors',
  tag,
  ok: { 200: z.array(Connector) },
})

export const createConnector = endpoint({
  method: 'POST',
  path: '/connectors',
  title: { en: 'Create connector', zh: '创建连接器' },
  tag,
  body: NewConnector,
  timeoutMs: 60_000,
  ok: { 201: Connector },
  errors: { 400: ['ALREADY_EXISTS', 'BAD_REQUEST'] },
})

export const getConnector = endpoint({
  method: 'GET',
  path: '/connectors/{id}',
  ...one,
  ok: { 200: Connector },
  errors: { 404: notFound },
})

/** Replaces the settings and reopens the connection. */
export const updateConnector = endpoint({
  method: 'PUT',
  path: '/connectors/{id}',
  title: { en: 'Edit connector', zh: '编辑连接器' },
  ...one,
  body: ConnectorUpdate,
  timeoutMs: 60_000,
  ok: { 200: Connector },
  errors: { 400: badRequest, 404: notFound },
})

/** Rejected while actions or sources use it. */
export const deleteConnector = endpoint({
  method: 'DELETE',
  path: '/connectors/{id}',
  title: { en: 'Delete connector', zh: '删除连接器' },
  ...one,
  ok: { 204: empty },
  errors: { 400: badRequest, 404: notFound, 503: unavailable },
})

export const enableConnector = endpoint({
  method: 'PUT',
  path: '/connectors/{id}/enable/{enable}',
  title: { en: 'Enable or disable connector', zh: '启用或禁用连接器' },
  tag,
  params: z.object({ id: string(), enable: boolean() }),
  timeoutMs: 60_000,
  ok: { 204: empty },
  errors: { 404: notFound, 503: unavailable },
})

/** Tries to connect immediately on every node. */
export const startConnector = endpoint({
  method: 'POST',
  path: '/connectors/{id}/{operation}',
  title: { en: 'Start connector', zh: '启动连接器' },
  tag,
  params: z.object({ id: string(), operation }),
  timeoutMs: 60_000,
  ok: { 204: empty },
  errors: { 400: badRequest, 404: notFound, 501: ['NOT_IMPLEMENTED'], 503: unavailable },
})

export const startConnectorOnNode = endpoint({
  method: 'POST',
  path: '/nodes/{node}/connectors/{id}/{operation}',
  title: { en: 'Start connector on node', zh: '在节点上启动连接器' },
  tag,
  params: z.object({ node: string(), id: string(), operation }),
  timeoutMs: 60_000,
  ok: { 204: empty },
  errors: { 400: badRequest, 404: notFound, 501: ['NOT_IMPLEMENTED'], 503: unavailable },
})

/** Tests the connection without saving anything. With the name of an existing connector, `******` is its secret. */
export const probeConnector = endpoint({
  method: 'POST',
  path: '/connectors_probe',
  title: { en: 'Test connector', zh: '测试连接器' },
  tag,
  body: NewConnector,
  timeoutMs: 60_000,
  ok: { 204: empty },
  errors: { 400: ['TEST_FAILED'] },
})

export const connectors = {
  listConnectors,
  createConnector,
  getConnector,
  updateConnector,
  deleteConnector,
  enableConnector,
  startConnector,
  startConnectorOnNode,
  probeConnector,
}
