import type * as z from 'zod'
import { openObject } from '../fields/index.ts'
import { channelEndpoints, channelName, channelResponse, channelSettings } from './channel-endpoints.ts'

/** The settings of its type are in `parameters`. The broker's plug-ins define and check them. */
export const NewAction = openObject('action_post', { ...channelName, ...channelSettings })
export type NewAction = z.infer<typeof NewAction>

/** All settings; `******` keeps a secret. */
export const ActionUpdate = openObject('action_put', channelSettings)
export type ActionUpdate = z.infer<typeof ActionUpdate>

export const Action = openObject('action', channelResponse)
export type Action = z.infer<typeof Action>

export const {
  list: listActions,
  listSummaries: listActionSummaries,
  listTypes: listActionTypes,
  create: createAction,
  get: getAction,
  update: updateAction,
  remove: deleteAction,
  enable: enableAction,
  start: startAction,
  startOnNode: startActionOnNode,
  getMetrics: getActionMetrics,
  resetMetrics: resetActionMetrics,
  probe: probeAction,
} = channelEndpoints({
  root: 'actions',
  singular: 'action',
  tag: 'Actions',
  titles: {
    create: { en: 'Create action', zh: '创建动作' },
    update: { en: 'Edit action', zh: '编辑动作' },
    remove: { en: 'Delete action', zh: '删除动作' },
    enable: { en: 'Enable or disable action', zh: '启用或禁用动作' },
    start: { en: 'Start action', zh: '启动动作' },
    startOnNode: { en: 'Start action on node', zh: '在节点上启动动作' },
    resetMetrics: { en: 'Reset action statistics', zh: '重置动作统计' },
    probe: { en: 'Test action', zh: '测试动作' },
  },
  New: NewAction,
  Update: ActionUpdate,
  One: Action,
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
