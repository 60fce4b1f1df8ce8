import { defineMessages } from '../i18n/index.ts'

/** What `topicFault` and `readPayload` found, in words. */
export const publishFaults = defineMessages({
  en: {
    topic: {
      empty: 'A topic is required.',
      wildcard: 'A topic to publish to cannot contain # or +.',
      nullCharacter: 'The null character is not allowed.',
      tooLong: 'Longer than 65,535 bytes.',
    },
    payload: {
      json: 'Please enter the correct JSON',
      hex: 'Hex is pairs of the digits 0-9 and a-f: 0a ff.',
      base64: 'Base64 is groups of four of A-Z, a-z, 0-9, + and /, filled up with =.',
    },
  },
  zh: {
    topic: {
      empty: '请输入主题。',
      wildcard: '发布主题不能包含 # 或 +。',
      nullCharacter: '不允许包含空字符。',
      tooLong: '超过 65,535 字节。',
    },
    payload: {
      json: '请输入正确的 JSON',
      hex: '十六进制由成对的 0-9、a-f 组成，例如 0a ff。',
      base64: 'Base64 每四个字符一组，由 A-Z、a-z、0-9、+、/ 组成，末尾以 = 补齐。',
    },
  },
})
