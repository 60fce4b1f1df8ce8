import { defineMessages } from '../../i18n/index.ts'

export const payloadMessages = defineMessages({
  en: {
    format: 'Payload format',
    formats: { text: 'Text', json: 'JSON', hex: 'Hex', base64: 'Base64', decoded: 'Decoded' },
    notText: 'The payload is not UTF-8 text. View it as hex.',
    notJson: 'The payload is not valid JSON.',
    truncated: 'Only the beginning is shown. Copy and download include the whole payload.',
    empty: 'The payload is empty.',
  },
  zh: {
    format: 'Payload 格式',
    formats: { text: '文本', json: 'JSON', hex: '十六进制', base64: 'Base64', decoded: '解码' },
    notText: 'Payload 不是 UTF-8 文本，请以十六进制查看。',
    notJson: 'Payload 不是有效的 JSON。',
    truncated: '仅显示开头部分，复制和下载包含完整内容。',
    empty: 'Payload 为空。',
  },
})
