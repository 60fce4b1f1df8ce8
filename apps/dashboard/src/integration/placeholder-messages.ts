import { defineMessages } from '../i18n/index.ts'

export const placeholderMessages = defineMessages({
  en: {
    all: 'All columns, as JSON',
    payload: 'Payload',
    retain: 'Whether it is retained',
    clientid: 'Client ID of the sender',
    username: 'Username of the sender',
    peerhost: 'IP address of the sender',
    id: 'ID of the message',
    timestamp: 'When the rule ran, in milliseconds',
    publish_received_at: 'When the message came in, in milliseconds',
    node: 'Node that the rule ran on',
    field: 'A field of a JSON payload; in the place of NAME its name',
  },
  zh: {
    all: '所有字段（JSON）',
    payload: '消息内容',
    retain: '是否为保留消息',
    clientid: '发送者的客户端 ID',
    username: '发送者的用户名',
    peerhost: '发送者的 IP 地址',
    id: '消息 ID',
    timestamp: '规则触发时间（毫秒）',
    publish_received_at: '消息到达时间（毫秒）',
    node: '规则运行所在的节点',
    field: 'JSON 消息内容中的字段，将 NAME 替换为字段名',
  },
})
