import { useMemo } from 'react'
import { defineMessages, useMessages } from '../../../i18n/index.ts'
import type { Completion } from '../../../ui/index.ts'

const columns = [
  'payload',
  'topic',
  'qos',
  'retain',
  'clientid',
  'username',
  'peerhost',
  'id',
  'timestamp',
  'publish_received_at',
  'node',
] as const

const names: Partial<Record<(typeof columns)[number], string>> = { retain: 'flags.retain' }

/** Columns of a published message, for templates of actions whose rule is unknown. */
export function useMessagePlaceholders(): readonly Completion[] {
  const texts = useMessages(placeholderMessages)
  return useMemo(
    () => [
      { label: '${.}', detail: texts.all },
      ...columns.map((column) => ({ label: `\${${names[column] ?? column}}`, detail: texts[column] })),
      { label: '${payload.NAME}', detail: texts.field },
    ],
    [texts],
  )
}

const placeholderMessages = defineMessages({
  en: {
    all: 'All columns, as JSON',
    retain: 'Retain flag',
    clientid: 'Client ID of the publisher',
    username: 'Username of the publisher',
    peerhost: 'IP address of the publisher',
    id: 'Message ID',
    timestamp: 'Time the rule ran (ms)',
    publish_received_at: 'Time the message was received (ms)',
    node: 'Node on which the rule ran',
    field: 'A field of a JSON payload: replace NAME with the name of the field',
  },
  zh: {
    all: '所有字段（JSON）',
    retain: '保留标志',
    clientid: '发布者的客户端 ID',
    username: '发布者的用户名',
    peerhost: '发布者的 IP 地址',
    id: '消息 ID',
    timestamp: '规则运行时间（毫秒）',
    publish_received_at: '消息接收时间（毫秒）',
    node: '规则运行所在的节点',
    field: 'JSON Payload 中的字段，将 NAME 替换为字段名',
  },
})
