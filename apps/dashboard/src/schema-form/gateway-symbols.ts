import type { Text } from './texts.ts'

const qos = {
  qos0: { en: 'QoS 0', zh: 'QoS 0' },
  qos1: { en: 'QoS 1', zh: 'QoS 1' },
  qos2: { en: 'QoS 2', zh: 'QoS 2' },
  coap: { en: 'By message type (CON or NON)', zh: '按消息类型（CON 或 NON）' },
}

const takeover = {
  takeover: { en: 'Keep', zh: '保留' },
  no_takeover: { en: 'Reset', zh: '重置' },
}

/** Labels of the values of gateways, by field name. */
export const gatewaySymbols: Readonly<Record<string, Readonly<Record<string, Text>>>> = {
  update_msg_publish_condition: {
    always: { en: 'Every update', zh: '每次更新' },
    contains_object_list: { en: 'Updates with a list of objects', zh: '包含对象列表的更新' },
  },
  notify_type: {
    con: { en: 'Confirmable (CON)', zh: '需要确认（CON）' },
    non: { en: 'Non-confirmable (NON)', zh: '无需确认（NON）' },
    qos: { en: 'By QoS', zh: '按 QoS' },
  },
  publish_qos: qos,
  subscribe_qos: qos,
  client_context_takeover: takeover,
  server_context_takeover: takeover,
}

/** The compression of WebSocket has fields with common names. */
export const deflateSymbols: Readonly<Record<'level' | 'strategy', Readonly<Record<string, Text>>>> = {
  level: {
    default: { en: 'Default', zh: '默认' },
    best_compression: { en: 'Best compression', zh: '最佳压缩' },
    best_speed: { en: 'Best speed', zh: '最快速度' },
  },
  strategy: {
    default: { en: 'Default', zh: '默认' },
    filtered: { en: 'Filtered', zh: '过滤' },
    huffman_only: { en: 'Huffman only', zh: '仅 Huffman' },
    rle: { en: 'Run-length encoding', zh: '游程编码' },
  },
}
