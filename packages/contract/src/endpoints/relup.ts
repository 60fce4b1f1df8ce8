import * as z from 'zod'
import { empty, endpoint } from '../endpoint.ts'
import { count, response } from '../fields/index.ts'

// Hot upgrades of EMQX. A node of MQDeck is upgraded by its package manager, so it never has a package.

const tag = 'Relup'

const UpgradeHistory = response({
  /** RFC 3339. */
  started_at: z.string(),
  finished_at: z.string(),
  from_vsn: z.string(),
  target_vsn: z.string(),
  upgrade_opts: z.record(z.string(), z.unknown()),
  status: z.enum(['in-progress', 'finished']),
  result: z.union([
    z.literal('success'),
    response({ err_type: z.string(), details: z.record(z.string(), z.unknown()) }),
  ]),
})

export const UpgradeStatus = response({
  node: z.string(),
  status: z.enum(['in-progress', 'idle']),
  role: z.enum(['core', 'replicant']),
  live_connections: count(),
  current_vsn: z.string(),
  upgrade_history: z.array(UpgradeHistory),
})
export type UpgradeStatus = z.infer<typeof UpgradeStatus>

export const UpgradePackage = response({
  name: z.string(),
  target_vsn: z.string(),
  built_on_otp_release: z.string(),
  applicable_vsns: z.array(z.string()),
  build_date: z.string(),
  change_logs: z.array(z.string()),
  md5_sum: z.string(),
})

const node = z.object({ node: z.string() })

export const uploadUpgradePackage = endpoint({
  method: 'POST',
  path: '/relup/package/upload',
  title: { en: 'Upload hot upgrade package', zh: '上传热升级包' },
  tag,
  upload: 'plugin',
  missingUpload: 'Please upload the file first',
  ok: { 204: empty },
  errors: { 400: ['UNEXPECTED_ERROR', 'ALREADY_INSTALLED', 'BAD_PLUGIN_INFO', 'BAD_REQUEST'] },
})

export const getUpgradePackage = endpoint({
  method: 'GET',
  path: '/relup/package',
  tag,
  ok: { 200: UpgradePackage },
  errors: { 404: ['NOT_FOUND'] },
})

export const deleteUpgradePackage = endpoint({
  method: 'DELETE',
  path: '/relup/package',
  title: { en: 'Delete hot upgrade package', zh: '删除热升级包' },
  tag,
  ok: { 204: empty },
})

export const listUpgradeStates = endpoint({
  method: 'GET',
  path: '/relup/status',
  tag,
  ok: { 200: z.array(UpgradeStatus) },
})

export const getUpgradeState = endpoint({
  method: 'GET',
  path: '/relup/status/{node}',
  tag,
  params: node,
  ok: { 200: UpgradeStatus },
  errors: { 404: ['NOT_FOUND'] },
})

export const upgradeCluster = endpoint({
  method: 'POST',
  path: '/relup/upgrade',
  title: { en: 'Upgrade cluster', zh: '升级集群' },
  tag,
  ok: { 204: empty },
  errors: { 400: ['UNEXPECTED_ERROR', 'BAD_REQUEST'], 500: ['INTERNAL_ERROR'] },
})

export const upgradeNode = endpoint({
  method: 'POST',
  path: '/relup/upgrade/{node}',
  title: { en: 'Upgrade node', zh: '升级节点' },
  tag,
  params: node,
  ok: { 204: empty },
  errors: { 400: ['UNEXPECTED_ERROR', 'BAD_REQUEST'], 404: ['NOT_FOUND'], 500: ['INTERNAL_ERROR'] },
})

export const relup = {
  uploadUpgradePackage,
  getUpgradePackage,
  deleteUpgradePackage,
  listUpgradeStates,
  getUpgradeState,
  upgradeCluster,
  upgradeNode,
}
