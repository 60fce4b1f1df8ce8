import { defineMessages } from '../i18n/index.ts'

/** Error messages for the results of `topicFault` and `readPayload`. */
export const publishFaults = defineMessages({
  en: {
    topic: {
      empty: 'A topic is required.',
      wildcard: 'A topic name cannot contain # or +.',
      nullCharacter: 'The topic cannot contain the null character.',
      tooLong: 'The topic is longer than 65,535 bytes.',
    },
    payload: {
      json: 'Please enter the correct JSON',
      hex: 'Enter pairs of hexadecimal digits, such as 0a ff.',
      base64: 'Enter valid Base64: groups of four characters, padded with =.',
    },
  },
  zh: {
    topic: {
      empty: '请输入主题。',
      wildcard: '主题名不能包含 # 或 +。',
      nullCharacter: '主题不能包含空字符。',
      tooLong: '主题超过 65,535 字节。',
    },
    payload: {
      json: '请输入正确的 JSON',
      hex: '请输入成对的十六进制数字，例如 0a ff。',
      base64: '请输入有效的 Base64：每四个字符一组，末尾以 = 补齐。',
    },
  },
})
