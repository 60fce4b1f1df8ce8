import { defineMessages } from '../../../i18n/index.ts'

/** Texts of the fields of a message, and of the results of `topicFault` and `readPayload`. */
export const composerMessages = defineMessages({
  en: {
    topicFaults: {
      empty: 'A topic is required.',
      wildcard: 'A topic name cannot contain # or +.',
      nullCharacter: 'The topic cannot contain the null character.',
      tooLong: 'The topic is longer than 65,535 bytes.',
    },
    payloadFaults: {
      json: 'Please enter the correct JSON',
      hex: 'Enter pairs of hexadecimal digits, such as 0a ff.',
      base64: 'Enter valid Base64: groups of four characters, padded with =.',
    },
    payloadFormat: 'Payload format',
    formats: { text: 'Text', json: 'JSON', hex: 'Hex', base64: 'Base64', cbor: 'CBOR', file: 'File' },
    setCount: (count: number) => `${count} set`,
    wholeNumber: (low: string, high: string) => `Enter a whole number from ${low} to ${high}.`,
    isUtf8: 'Payload format indicator: UTF-8 text',
    propertyName: (number: number) => `Name ${number}`,
    propertyValue: (number: number) => `Value ${number}`,
    addProperty: 'Add user property',
    removeProperty: (number: number) => `Remove user property ${number}`,
  },
  zh: {
    topicFaults: {
      empty: '请输入主题。',
      wildcard: '主题名不能包含 # 或 +。',
      nullCharacter: '主题不能包含空字符。',
      tooLong: '主题超过 65,535 字节。',
    },
    payloadFaults: {
      json: '请输入正确的 JSON',
      hex: '请输入成对的十六进制数字，例如 0a ff。',
      base64: '请输入有效的 Base64：每四个字符一组，末尾以 = 补齐。',
    },
    payloadFormat: 'Payload 格式',
    formats: { text: '文本', json: 'JSON', hex: '十六进制', base64: 'Base64', cbor: 'CBOR', file: '文件' },
    setCount: (count) => `已设置 ${count} 项`,
    wholeNumber: (low, high) => `请输入 ${low} 到 ${high} 的整数。`,
    isUtf8: 'Payload 格式指示：UTF-8 文本',
    propertyName: (number) => `名称 ${number}`,
    propertyValue: (number) => `值 ${number}`,
    addProperty: '添加用户属性',
    removeProperty: (number) => `移除用户属性 ${number}`,
  },
})
