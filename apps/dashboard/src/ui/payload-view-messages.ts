import { defineMessages } from '../i18n/index.ts'

export const payloadMessages = defineMessages({
  en: {
    payload: 'Payload',
    showAs: 'Show the payload as',
    formats: { text: 'Text', json: 'JSON', hex: 'Hex', base64: 'Base64', cbor: 'CBOR' },
    notText: 'These bytes are not UTF-8 text. Hex shows them as they are.',
    notJson: 'This is not JSON.',
    notCbor: 'This is not CBOR.',
    truncated: 'Only the beginning is shown; copying and downloading take all of it.',
    empty: 'The payload is empty.',
  },
  zh: {
    payload: '消息内容',
    showAs: '消息内容的显示方式',
    formats: { text: '文本', json: 'JSON', hex: '十六进制', base64: 'Base64', cbor: 'CBOR' },
    notText: '内容不是 UTF-8 文本，请用十六进制查看。',
    notJson: '内容不是 JSON。',
    notCbor: '内容不是 CBOR。',
    truncated: '仅显示开头部分；复制和下载时包含全部内容。',
    empty: '消息内容为空。',
  },
})
