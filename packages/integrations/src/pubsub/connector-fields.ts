import { duration, type Fields, integer, noEffect, poolSizeField, serviceAccount, setting } from '@mqdeck/contract'
import { httpConnectionFields } from '@mqdeck/drivers/catalog'

/** Connection settings of producers and consumers. */
export const pubsubConnectorFields = {
  service_account_json: setting(serviceAccount(), {
    required: true,
    label: { en: 'Service account key', zh: '服务账号密钥' },
    help: {
      en: 'Content of the JSON key file of a Google service account. Topics and subscriptions are those of its project.',
      zh: 'Google 服务账号的 JSON 密钥文件的内容。主题和订阅均属于该账号所在的项目。',
    },
  }),
  connect_timeout: httpConnectionFields.connect_timeout,
  pool_size: poolSizeField,
  pipelining: httpConnectionFields.enable_pipelining,
  max_retries: setting(integer(0), {
    default: 2,
    advanced: true,
    label: { en: 'Retries', zh: '重试次数' },
    help: {
      en: 'Number of immediate retries of a publish request after the connection is lost. Then the buffer retries it.',
      zh: '连接中断后立即重试发布请求的次数，之后由缓存重试。',
    },
  }),
  request_timeout: setting(duration(), {
    default: '15s',
    wire: { example: '32s' },
    deprecated: true,
    advanced: true,
    label: { en: 'Request timeout', zh: '请求超时' },
    help: noEffect('Maximum time of a request.', '请求的最长时间。'),
  }),
} as const satisfies Fields

const topicPattern = /^[A-Za-z][A-Za-z0-9._~+%-]{2,254}$/

/** Rejects names that no topic can have. */
export function checkTopicName(field: string, topic: unknown, refuse: (field: string, reason: string) => void): void {
  if (typeof topic !== 'string' || !topicPattern.test(topic) || topic.startsWith('goog'))
    refuse(
      field,
      'must have 3 to 255 letters, digits and characters of -._~+%, start with a letter and not start with goog',
    )
}
