import { field } from '../fields/field.ts'
import { isTopicFilter } from '../mqtt/topic-filter.ts'
import { choice, flag, type Kind, list, nested, setting, struct, text } from '../struct/index.ts'
import { dataHubName, descriptionField } from './schema-registry.ts'

/** Fields that validations and transformations have in common. */

/** Limits far above what is needed, because every change of the configuration checks all entries. */
export const maxPolicies = 1000
const maxTopics = 1000

const topicFilters: Kind<readonly string[]> = {
  wire: { oneOf: [{ type: 'array', items: { type: 'string' } }, { type: 'string' }] },
  // One filter is accepted as text, and returned as a list.
  schema: field<readonly string[]>(
    { oneOf: [{ type: 'array', items: { type: 'string' } }, { type: 'string' }] },
    (value, refuse) => {
      const filters: readonly unknown[] = Array.isArray(value) ? value : [value]
      if (filters.length === 0) return refuse({ reason: 'at least one topic filter must be defined' })
      if (filters.length > maxTopics)
        return refuse({ reason: `must have at most ${maxTopics} topic filters` }, filters.length)
      const read: string[] = []
      for (const filter of filters) {
        if (typeof filter !== 'string') return refuse({ expected: 'string()' }, filter)
        if (!isTopicFilter(filter)) return refuse({ reason: 'must be topic filters' }, filter)
        read.push(filter)
      }
      const repeated = repeatedIn(read)
      return repeated.length === 0 ? read : refuse({ reason: `duplicated topics: ${repeated.join(', ')}` })
    },
  ),
  structs: [],
  toPlain: (value) => value,
}

export const repeatedIn = (values: readonly string[]): readonly string[] => [
  ...new Set(values.filter((value, index) => values.indexOf(value) !== index)),
]

export const failureActions = ['drop', 'disconnect', 'ignore'] as const
export type FailureAction = (typeof failureActions)[number]
export const failureLogLevels = ['error', 'warning', 'notice', 'info', 'debug', 'none'] as const

/** @param name namespace of the struct in EMQX */
export const policyFields = <const N extends string>(name: N) =>
  ({
    name: setting(dataHubName(), { required: true, label: { en: 'Name', zh: '名称' } }),
    tags: setting(list(text({ maxBytes: 255 })), { hidden: true, label: { en: 'Tags', zh: '标签' } }),
    description: descriptionField,
    enable: setting(flag(), { default: true, label: { en: 'Enabled', zh: '启用' } }),
    topics: setting(topicFilters, {
      required: true,
      label: { en: 'Topic filters', zh: '主题过滤器' },
      help: { en: 'Messages with a matching topic are processed.', zh: '处理主题匹配的消息。' },
    }),
    failure_action: setting(
      choice(failureActions, {
        drop: { en: 'Drop message', zh: '丢弃消息' },
        disconnect: { en: 'Drop and disconnect', zh: '丢弃并断开连接' },
        ignore: { en: 'Ignore failure', zh: '忽略失败' },
      }),
      {
        required: true,
        label: { en: 'Action on failure', zh: '失败时的动作' },
        help: {
          en: 'Drop discards the message. An MQTT 5 publisher receives reason code 0x83 or 0x10. Disconnect also closes the connection of the publisher. Ignore processes the message unchanged.',
          zh: '丢弃：消息被丢弃，MQTT 5 发布者收到原因码 0x83 或 0x10。断开连接：同时断开发布者的连接。忽略：消息不变，继续处理。',
        },
      },
    ),
    log_failure: nested(
      struct(`${name}.log_failure`, {
        level: setting(
          choice(failureLogLevels, {
            error: { en: 'Error', zh: '错误' },
            warning: { en: 'Warning', zh: '警告' },
            notice: { en: 'Notice', zh: '通知' },
            info: { en: 'Info', zh: '信息' },
            debug: { en: 'Debug', zh: '调试' },
            none: { en: 'None', zh: '无' },
          }),
          {
            default: 'info',
            label: { en: 'Log level', zh: '日志级别' },
            help: {
              en: 'Level of the log entry of a failure. None writes no entry.',
              zh: '失败日志的级别；none 表示不写日志。',
            },
          },
        ),
      }),
      { label: { en: 'Log of failures', zh: '失败日志' } },
    ),
  }) as const

export type PolicyLogLevel = (typeof failureLogLevels)[number]
