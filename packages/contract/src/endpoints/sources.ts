import type * as z from 'zod'
import { openObject } from '../fields/index.ts'
import { channelEndpoints, channelName, channelResponse, channelSettings } from './channel-endpoints.ts'

/** The settings of its type are in `parameters`. The broker's plug-ins define and check them. */
export const NewSource = openObject('source_post', { ...channelName, ...channelSettings })
export type NewSource = z.infer<typeof NewSource>

/** All settings; `******` keeps a secret. */
export const SourceUpdate = openObject('source_put', channelSettings)
export type SourceUpdate = z.infer<typeof SourceUpdate>

export const Source = openObject('source', channelResponse)
export type Source = z.infer<typeof Source>

export const {
  list: listSources,
  listSummaries: listSourceSummaries,
  listTypes: listSourceTypes,
  create: createSource,
  get: getSource,
  update: updateSource,
  remove: deleteSource,
  enable: enableSource,
  start: startSource,
  startOnNode: startSourceOnNode,
  getMetrics: getSourceMetrics,
  resetMetrics: resetSourceMetrics,
  probe: probeSource,
} = channelEndpoints({
  root: 'sources',
  singular: 'source',
  tag: 'Sources',
  titles: {
    create: { en: 'Create source', zh: '创建 Source' },
    update: { en: 'Edit source', zh: '编辑 Source' },
    remove: { en: 'Delete source', zh: '删除 Source' },
    enable: { en: 'Enable or disable source', zh: '启用或禁用 Source' },
    start: { en: 'Start source', zh: '启动 Source' },
    startOnNode: { en: 'Start source on node', zh: '在节点上启动 Source' },
    resetMetrics: { en: 'Reset source statistics', zh: '重置 Source 统计' },
    probe: { en: 'Test source', zh: '测试 Source' },
  },
  New: NewSource,
  Update: SourceUpdate,
  One: Source,
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
