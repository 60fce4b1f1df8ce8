import { defineMessages, plural } from '../i18n/index.ts'

/** Kinds that users delete: the noun, and the noun with a number. In Chinese with the measure word. */
const kinds = {
  en: {
    action: kind('action'),
    apiKey: kind('API key'),
    archive: kind('archive'),
    authenticator: kind('authenticator'),
    ban: kind('ban'),
    connector: kind('connector'),
    delayedMessage: kind('delayed message'),
    exhook: kind('ExHook server'),
    externalRegistry: {
      ...kind('external registry'),
      many: (count: string) => plural(count, 'external registry', 'external registries'),
    },
    listener: kind('listener'),
    retainedMessage: kind('retained message'),
    rule: kind('rule'),
    schema: kind('schema'),
    source: kind('data source'),
    trace: kind('trace'),
    transformation: kind('transformation'),
    user: kind('user'),
    validation: kind('validation'),
    webhook: kind('webhook'),
    zone: kind('zone'),
  },
  zh: {
    action: kindZh('动作'),
    apiKey: kindZh('API 密钥'),
    archive: kindZh('归档'),
    authenticator: kindZh('认证器'),
    ban: kindZh('封禁', '条'),
    connector: kindZh('连接器'),
    delayedMessage: kindZh('延迟消息', '条'),
    exhook: kindZh('ExHook 服务器'),
    externalRegistry: kindZh('外部注册表'),
    listener: kindZh('监听器'),
    retainedMessage: kindZh('保留消息', '条'),
    rule: kindZh('规则', '条'),
    schema: kindZh('Schema'),
    source: kindZh('Source'),
    trace: kindZh('追踪'),
    transformation: kindZh('消息转换'),
    user: kindZh('用户'),
    validation: kindZh('Schema 验证'),
    webhook: kindZh('Webhook'),
    zone: kindZh('区域'),
  },
}

function kind(noun: string) {
  return { noun, thisOne: `this ${noun}`, many: (count: string) => plural(count, noun) }
}

function kindZh(noun: string, measure = '个') {
  const measured = `${measure}${spaced(noun)}`
  return { noun, thisOne: `这${measured}`, many: (count: string) => `${count} ${measured}` }
}

/** A space separates Latin letters and digits from Chinese characters. */
function spaced(text: string) {
  return /^\w/.test(text) ? ` ${text}` : text
}

export type ResourceKind = keyof typeof kinds.en

/** Texts of deletions, for all kinds. */
export const deletionMessages = defineMessages({
  en: {
    kinds: kinds.en,
    deleteThing: (thing: string) => `Delete ${thing}`,
    deleteQuestion: (thing: string) => `Delete ${thing}?`,
    deleteNamed: (noun: string, name: string) => `Delete ${noun} ${name}?`,
  },
  zh: {
    kinds: kinds.zh,
    deleteThing: (thing) => `删除${spaced(thing)}`,
    deleteQuestion: (thing) => `确定删除${spaced(thing)}吗？`,
    deleteNamed: (noun, name) => `删除${spaced(noun)} ${name}？`,
  },
})
